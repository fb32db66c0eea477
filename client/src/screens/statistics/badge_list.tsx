import { List, ListRow } from "../../components/list";
import { dayWords } from "../../i18n/formats";
import type { Schemas } from "../../server/api";
import "./statistics.css";

/** Badges that a player has earned; each leads to the game that earned it. */
export function BadgeList({ badges }: { badges: readonly Schemas["EarnedBadge"][] }) {
  return (
    <List>
      {badges.map((badge) => (
        <ListRow
          key={badge.code}
          href={`/g/${badge.game}`}
          title={<BadgeTitle badge={badge} />}
          detail={badge.about}
          end={dayWords(badge.earned_at)}
        />
      ))}
    </List>
  );
}

/** A badge as it is printed, and its name. */
export function BadgeTitle({ badge: { letter, name } }: { badge: Schemas["Badge"] }) {
  return (
    <span class="badge">
      <span class="badge-face number" aria-hidden="true">
        {letter}
      </span>
      {name}
    </span>
  );
}
