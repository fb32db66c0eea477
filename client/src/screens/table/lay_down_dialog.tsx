import { useEffect, useRef, useState } from "preact/hooks";
import { Cards } from "../../components/card";
import { Switch } from "../../components/field";
import { PhaseBadge, PhaseWords } from "../../components/phase";
import { Standings } from "../../components/standings";
import { t, tn } from "../../i18n";
import { type Game, type LiveTable, newId, play, type Schemas, type TableGroup } from "../../store";
import { GROUP_KINDS } from "../group_kinds";
import { nameIn } from "../round_entry/players";
import { withUndo } from "../with_undo";
import { PlayDialog } from "./play_dialog";
import { type Ruling, ruleLayDown, useRuling, withTable } from "./ruling";
import { Verdict } from "./verdict";

interface Props {
  game: Game;
  table: LiveTable;
  player: string;
  onClose: () => void;
}

/** Somebody lays down their Phase: the cards of one group after the other. */
export function LayDownDialog({ game, table, player, onClose }: Props) {
  const number = table.players.find((each) => each.player === player)?.phase;
  const phase = game.phases.find((each) => each.phase === number);
  const wanted = phase?.groups ?? [];
  const [groups, setGroups] = useState<readonly (readonly string[])[]>(wanted.map(() => []));
  const [at, setAt] = useState(0);
  const [goesOut, setGoesOut] = useState(false);
  const choices = useRef<HTMLUListElement>(null);
  useEffect(
    () => choices.current?.children[at]?.scrollIntoView({ block: "nearest" }),
    [groups, at],
  );
  const isAsked =
    groups.length > 0 && groups.every((cards, index) => cards.length >= (wanted[index]?.size ?? 0));
  const bodyOf = (ids: string[]) => ({
    id: newId(),
    round: table.round,
    player,
    groups: groups.map((cards) => [...cards]),
    group_ids: ids,
    goes_out: goesOut,
  });
  const question = isAsked
    ? async () =>
        withTable(
          game,
          { kind: "lay_down", body: bodyOf(groups.map(() => newId())) },
          await ruleLayDown(game, wanted, groups),
        )
    : null;
  const { ruling, settle } = useRuling(question, JSON.stringify([groups, goesOut, table.event]));

  const withCards = (index: number, cards: readonly string[]) =>
    groups.map((each, place) => (place === index ? cards : each));

  function add(added: readonly string[]) {
    let next = groups;
    let place = at;
    for (const card of added) {
      const cards = [...(next[place] ?? []), card];
      next = next.with(place, cards);
      const open = next.findIndex((each, index) => each.length < (wanted[index]?.size ?? 0));
      if (cards.length === wanted[place]?.size && open >= 0) place = open;
    }
    setGroups(next);
    setAt(place);
  }

  function takeOff() {
    const from = groups[at]?.length ? at : Math.max(0, at - 1);
    setAt(from);
    setGroups(withCards(from, groups[from]?.slice(0, -1) ?? []));
  }

  async function layDown(overrule: string) {
    const ruled = overrule ? null : await settle();
    if (ruled?.problems.length || ruled?.ambiguous) return;
    const ids = groups.map(() => newId());
    const body = { ...bodyOf(ids), ...(overrule && { overrule }) };
    onClose();
    const lying = groups.map((cards, index) =>
      laidGroup(cards, wanted[index], ruled, index, { id: ids[index] ?? "", player }),
    );
    await withUndo(
      play(game.id, { kind: "lay_down", body }, lying),
      t("{name} laid down", { name: nameIn(game, player) }),
    );
  }

  return (
    <PlayDialog
      game={game}
      table={table}
      player={player}
      title={t("{name} lays down", { name: nameIn(game, player) })}
      label={t("Lay down")}
      ready={isAsked && !ruling?.ambiguous}
      ruling={ruling}
      onCards={add}
      onBackspace={takeOff}
      onPlay={layDown}
      onClose={onClose}
    >
      {phase && (
        <p class="row table-phase">
          <PhaseBadge phase={phase.phase} />
          <PhaseWords phase={phase} />
        </p>
      )}
      <ul ref={choices} class="stack">
        {groups.map((cards, index) => (
          <li key={index}>
            <button
              type="button"
              class="card-choice"
              aria-pressed={index === at}
              onClick={() => setAt(index)}
            >
              <span class="small">{requirementWords(wanted[index])}</span>
              <Cards cards={cards} small />
            </button>
          </li>
        ))}
      </ul>
      {isAsked && ruling !== undefined && (
        <Verdict edition={game.edition} ruling={ruling} groups={groups} onChange={setGroups}>
          {ruling?.choices.map(
            (open, index) =>
              open.length > 0 && (
                <Standings
                  key={index}
                  standings={open}
                  onChoice={({ cards }) => setGroups(withCards(index, cards))}
                />
              ),
          )}
        </Verdict>
      )}
      {isAsked && <Switch label={t("That was the last card")} on={goesOut} onChange={setGoesOut} />}
    </PlayDialog>
  );
}

/** "Set · 3 cards". */
function requirementWords(wanted: Schemas["GroupRequirement"] | undefined): string {
  if (!wanted) return "";
  const count = tn("{count} card", "{count} cards", wanted.size);
  return `${GROUP_KINDS[wanted.kind]()} · ${count}`;
}

/** A group that was laid down: as the referee sees it, else as it was tapped. */
function laidGroup(
  cards: readonly string[],
  wanted: Schemas["GroupRequirement"] | undefined,
  ruling: Ruling | null,
  index: number,
  whose: Pick<TableGroup, "id" | "player">,
): TableGroup {
  const unknown = { number: null, color: null, low: null, high: null };
  const kind = wanted?.kind ?? "set";
  const asTapped = { ...unknown, kind, size: cards.length, cards: [...cards] };
  return { ...asTapped, ...ruling?.groups[index], ...whose, irregular: false };
}
