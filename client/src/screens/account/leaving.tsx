import { useState } from "preact/hooks";
import { Button } from "../../components/button";
import { Question } from "../../components/dialog";
import { offerFile } from "../../components/offer_file";
import { t, tn } from "../../i18n";
import { go } from "../../router";
import { exportMe } from "../../server/accounts";
import { account, logOut, outbox } from "../../store";
import { useAsking, WhyNot } from "../asking";
import { DeleteAccount } from "./delete_account";

/** Taking the data along, logging out, deleting the account. */
export function Leaving() {
  const [open, setOpen] = useState<"log_out" | "delete" | null>(null);
  const known = account.value?.token != null;
  const close = () => setOpen(null);
  return (
    <>
      <TakeAlong disabled={!known} />
      <section class="section">
        <h2>{t("Leave")}</h2>
        <Button onClick={() => setOpen("log_out")}>{t("Log out on this phone")}</Button>
        <Button kind="danger" disabled={!known} onClick={() => setOpen("delete")}>
          {t("Delete the account")}
        </Button>
      </section>
      {open === "log_out" && <LogOut onClose={close} />}
      {open === "delete" && <DeleteAccount onClose={close} />}
    </>
  );
}

function TakeAlong({ disabled }: { disabled: boolean }) {
  const asking = useAsking();
  const name = account.value?.name ?? "";
  const take = () =>
    asking.ask(async () => {
      const type = "application/json";
      const day = new Date().toISOString().slice(0, 10);
      await offerFile(new File([await exportMe()], `${name} ${day}.json`, { type }));
    });
  return (
    <section class="section">
      <h2>{t("Your data")}</h2>
      <p class="faint">{t("All that the server knows about you, as a file.")}</p>
      <WhyNot asking={asking} />
      <Button busy={asking.busy} disabled={disabled} onClick={() => void take()}>
        {t("Download your data")}
      </Button>
    </section>
  );
}

/** What logging out would lose, before it does. */
function LogOut({ onClose }: { onClose: () => void }) {
  const { waiting } = outbox.value;
  const guest = account.value?.user?.is_guest !== false;
  const [busy, setBusy] = useState(false);
  async function leave() {
    setBusy(true);
    await logOut({ force: true });
    go("/", { replace: true });
  }
  return (
    <Question
      title={t("Log out on this phone?")}
      yes={waiting > 0 ? t("Log out and lose them") : t("Log out")}
      no={t("Stay")}
      danger
      busy={busy}
      onYes={leave}
      onClose={onClose}
    >
      {waiting > 0 && (
        <p>
          <strong>
            {tn(
              "{count} change on this phone has not been sent yet, and would be lost.",
              "{count} changes on this phone have not been sent yet, and would be lost.",
              waiting,
            )}
          </strong>
        </p>
      )}
      <p>
        {guest
          ? t(
              "Your account has no e-mail address: unless another device is logged in, you cannot come back to it.",
            )
          : t("Your games stay on the server. You can log in again with e-mail and password.")}
      </p>
    </Question>
  );
}
