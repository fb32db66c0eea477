import { useState } from "preact/hooks";
import { Button } from "../../components/button";
import { Field } from "../../components/field";
import { Screen } from "../../components/screen";
import { t } from "../../i18n";
import { go } from "../../router";
import { pairWith } from "../../server/accounts";
import { isRefused } from "../../server/problems";
import { lastAction } from "../../store";
import { mayTakeOver, takeOver, WhoWasHere } from "../account/take_over";
import { useAsking, WhyNot } from "../asking";
import { useSecretInAddress } from "../secret_in_address";

/** The new device: be the person who shows a code on another one. */
export default function Pair() {
  const scanned = useSecretInAddress();
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
      lastAction.value = {
        text: t("This phone is logged in as {name}", { name: login.user.name }),
        undo: null,
      };
      go("/", { replace: true });
    });

  return (
    <Screen
      title={t("Log in on this phone")}
      up="/"
      foot={
        <Button
          kind="main"
          type="submit"
          form="pair"
          busy={asking.busy}
          disabled={!code.trim() || !mayTakeOver()}
        >
          {t("Log in")}
        </Button>
      }
    >
      <form
        id="pair"
        class="section"
        onSubmit={(event) => {
          event.preventDefault();
          void pair();
        }}
      >
        <p>
          {t(
            "You will be the same person as on the device that shows the code, with all its groups and games. You need no password.",
          )}
        </p>
        {(!scanned || isOld) && (
          <Field
            label={t("Code of the other device")}
            value={typed}
            onValue={setTyped}
            hint={t("There: your name, Devices, Log in another device.")}
            autocapitalize="characters"
            spellcheck={false}
            dir="ltr"
            enterKeyHint="go"
          />
        )}
        <WhoWasHere />
        <WhyNot asking={asking} />
      </form>
    </Screen>
  );
}
