import { useEffect, useMemo, useState } from "preact/hooks";
import { useRead } from "../../components/use_read";
import { account, type Game, games, groups, refreshHome, savedForm, saveForm } from "../../store";
import { editionOf } from "../../store/editions";
import { usePatience } from "../use_patience";
import { again, emptyForm, type NewGame } from "./form";
import { canDeal, me, usual } from "./who_played";

interface SavedForm {
  /** Null until it is known what was saved, and who is usually there. */
  form: NewGame | null;
  /** Shows and saves it. */
  change: (form: NewGame) => void;
  /** When the game has begun, the next one starts from scratch. */
  forget: () => Promise<void>;
}

/**
 * The form of a new game: as it was left, even days ago.
 *
 * @param group that plays, if the address names one
 * @param like the game that is played again, if the address names one
 */
export function useForm(group: string | null, like: string | null): SavedForm {
  const name = ["new-game", group, like].filter(Boolean).join("/");
  const [saved, setSaved] = useState<NewGame | null>(); // undefined until it has been looked up
  useRead(
    () => savedForm<NewGame>(name),
    (found) => setSaved(found ?? null),
    [name],
  );
  // A link can lead here before this phone has read the group and its last game.
  const token = account.value?.token;
  const [isRead, setRead] = useState(false);
  useEffect(() => {
    const done = () => setRead(true); // without a network, names can be typed
    if (token) void refreshHome().then(done, done);
    else done();
  }, [token]);
  const isKnown = groups.value.some(({ id }) => group === null || id === group);
  const goesOn = usePatience(isRead || isKnown || saved != null);
  const fresh = useMemo(() => freshForm(group, like), [name, groups.value, games.value]);
  // Its group may have been deleted since: then there is nowhere to play it.
  const isKept = !isRead || saved?.group == null || isOpen(saved.group);
  return {
    form: saved === undefined || !goesOn ? null : (isKept && saved) || fresh,
    change: (next) => {
      setSaved(next);
      void saveForm(name, next);
    },
    forget: () => saveForm(name, undefined),
  };
}

function isOpen(group: string): boolean {
  return groups.value.some((one) => one.id === group && canDeal(one));
}

/** The last group once more, with the same edition, rules and seats. */
function freshForm(wanted: string | null, like: string | null): NewGame {
  const all = games.value.map(({ game }) => game);
  const last: Game | undefined =
    all.find(({ id }) => id === like) ?? all.find((game) => !wanted || game.group === wanted);
  const open = groups.value.filter(canDeal);
  const group = wanted ?? open.find(({ id }) => id === last?.group)?.id ?? open[0]?.id ?? null;
  const form = { ...emptyForm("classic", group), seats: group ? usual(group, last) : me() };
  return last ? again(form, last, editionOf(last.edition)) : form;
}
