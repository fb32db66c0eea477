import { Dialog } from "../../components/dialog";
import { List, ListRow } from "../../components/list";
import { PhaseBadge } from "../../components/phase";
import { t } from "../../i18n";
import { editionOf } from "../../store/editions";
import { EditionChoice } from "../new_game/edition_choice";
import { GroupLines } from "../new_game/phase_editor";
import { type Asked, withEdition } from "./asked";
import type { Subject } from "./subject";

interface Props {
  subject: Subject;
  /** Whether the edition can be chosen, too: it cannot in a game. */
  hasEditions: boolean;
  asked: Asked;
  change: (asked: Asked) => void;
  onClose: () => void;
}

/** Which edition and which Phase: of somebody at the table, by its number, or one's own. */
export function PhaseDialog({ subject, hasEditions, asked, change, onClose }: Props) {
  const choose = (chosen: Partial<Asked>) => {
    change({ ...asked, player: null, ...chosen });
    onClose();
  };
  const isOwn = asked.player === null && asked.phase === null;
  return (
    <Dialog title={t("Which Phase?")} onClose={onClose}>
      <div class="referee-phases">
        {hasEditions && (
          <EditionChoice
            value={asked.edition}
            onChange={(edition) => change(withEdition(asked, editionOf(edition)))}
          />
        )}
        <List label={t("Phases")}>
          {subject.players.map(({ id, name, phase }) => (
            <ListRow
              key={id}
              title={<bdi>{name}</bdi>}
              tags={<PhaseBadge phase={phase.phase} />}
              detail={phase.name}
              chosen={asked.player === id}
              onPress={() => choose({ player: id })}
            />
          ))}
          {subject.phases.map(({ phase, name }) => (
            <ListRow
              key={phase}
              title={
                <span class="referee-phase-name">
                  <PhaseBadge phase={phase} />
                  <span>{name}</span>
                </span>
              }
              chosen={asked.player === null && asked.phase === phase}
              onPress={() => choose({ phase })}
            />
          ))}
          <ListRow
            title={t("Your own")}
            detail={t("Groups of your choice.")}
            chosen={isOwn}
            onPress={() => change({ ...asked, player: null, phase: null })}
          />
        </List>
      </div>
      {isOwn && (
        <fieldset>
          <legend class="visually-hidden">{t("Your own")}</legend>
          <GroupLines groups={asked.own} onChange={(own) => change({ ...asked, own })} />
        </fieldset>
      )}
    </Dialog>
  );
}
