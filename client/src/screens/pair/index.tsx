import { useEffect, useState } from "preact/hooks";
import { Button } from "../../components/button";
import { Field } from "../../components/field";
import { Form } from "../../components/form";
import { Screen } from "../../components/screen";
import { tell } from "../../components/told";
import { t, tn } from "../../i18n";
import { go } from "../../router";
import { pairWith } from "../../server/accounts";
import { isRefused } from "../../server/problems";
import { account, type Luggage, unpack, unwrapped } from "../../store";
import { mayTakeOver, takeOver, WhoWasHere } from "../account/take_over";
import { useAsking, WhyNot } from "../asking";
import { useSecretInAddress } from "../secret_in_address";

/**
 * The new device: become the person who shows a code on another one, or who comes from another
 * address of this server, along with what was not sent from there.
 */
export default function Pair() {
  const [scanned = "", wrapping = ""] = useSecretInAddress().split(".");
  const luggage = useLuggage(wrapping);
  const [typed, setTyped] = useState("");
  const asking = useAsking();
  // A code that was scanned may be too old: then a new one can be typed.
  const [isOld, setOld] = useState(false);
  const code = scanned && !isOld ? scanned : typed;

  const pair = () =>
    asking.ask(async () => {
      const login = await pairWith(code.trim()).catch((error: unknown) => {
        if (isRefused(error, "unknown_code")) setOld(true);
        throw error;
      });
      await takeOver(login);
      if (luggage) await unpack(luggage);
      tell(t("This phone is logged in as {name}", { name: login.user.name }), {}, "/");
      go("/", { replace: true });
    });

  return (
    <Screen
      title={luggage ? t("Go on here") : t("Log in on this phone")}
      up="/"
      foot={
        <Button
          kind="main"
          type="submit"
          form="pair"
          busy={asking.busy}
          disabled={!code.trim() || !mayTakeOver()}
        >
          {luggage ? t("Go on as {name}", { name: luggage.name }) : t("Log in")}
        </Button>
      }
    >
      <Form id="pair" class="section" onSubmit={pair}>
        <p>{luggage ? movingWords(luggage) : pairingWords()}</p>
        {(!scanned || isOld) && (
          <Field
            label={t("Code of the other device")}
            value={typed}
            onValue={setTyped}
            hint={t(
              "On the other device, tap your name, then “Devices” and “Log in another device”.",
            )}
            autocapitalize="characters"
            spellcheck={false}
            dir="ltr"
            enterKeyHint="go"
          />
        )}
        <WhoWasHere />
        <WhyNot asking={asking} />
      </Form>
    </Screen>
  );
}

/** What came along; null if nothing did. */
function useLuggage(wrapping: string): Luggage | null {
  const [luggage, setLuggage] = useState<Luggage | null>(null);
  useEffect(() => {
    if (wrapping) void unwrapped(wrapping).then(setLuggage);
  }, [wrapping]);
  const isHere = luggage !== null && account.value?.user?.id === luggage.of;
  const isEmpty = !luggage?.outbox.length && !luggage?.typed.length;
  useEffect(() => {
    if (isHere && isEmpty) go("/", { replace: true }); // and nothing has to be taken over
  }, [isHere, isEmpty]);
  return luggage;
}

function pairingWords(): string {
  return t(
    "You will be the same person as on the device that shows the code, with all its groups and games. You need no password.",
  );
}

function movingWords({ outbox: waiting }: Luggage): string {
  if (waiting.length === 0) {
    return t("Here you are the same person, with all your groups and games. You need no password.");
  }
  return tn(
    "Here you are the same person, with all your groups and games, and {count} change that was not sent yet. You need no password.",
    "Here you are the same person, with all your groups and games, and {count} changes that were not sent yet. You need no password.",
    waiting.length,
  );
}
