import { Disclosure } from "../../components/disclosure";
import { List, ListRow } from "../../components/list";
import { ListSection } from "../../components/list_section";
import { t, tn } from "../../i18n";
import type { Schemas } from "../../store";
import { BadgeTitle, HeldBadges } from "../statistics/badge_list";
import { holdersOf } from "../statistics/held_badges";

/** Each badge that somebody has earned, with those who have; the others are folded away. */
export function BadgeTable({ badges: answer }: { badges: Schemas["BadgeHolders"] }) {
  const badges = holdersOf(answer);
  const earned = badges.filter(({ names }) => names.length > 0);
  const open = badges.filter(({ names }) => names.length === 0);
  return (
    <ListSection title={t("Badges")}>
      <HeldBadges held={earned} label={t("Badges")} />
      {open.length > 0 && (
        <Disclosure
          title={t("Still to be earned")}
          value={tn("{count} badge", "{count} badges", open.length)}
        >
          <List>
            {open.map(({ badge }) => (
              <ListRow key={badge.code} title={<BadgeTitle badge={badge} />} detail={badge.about} />
            ))}
          </List>
        </Disclosure>
      )}
    </ListSection>
  );
}
