import { List, ListRow } from "../../components/list";
import { dayWords } from "../../i18n/formats";
import { listed } from "../../i18n/names";
import type { Schemas } from "../../server/api";
import type { Held } from "./held_badges";
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

/** Each badge with those who have earned it. */
export function HeldBadges({ held, label }: { held: readonly Held[]; label?: string }) {
  return (
    <List {...(label && { label })}>
      {held.map(({ badge, names }) => (
        <ListRow
          key={badge.code}
          title={<BadgeTitle badge={badge} />}
          detail={
            <>
              {badge.about} <strong>{listed(names)}</strong>
            </>
          }
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
