import { useState } from "preact/hooks";
import { Question } from "../../components/dialog";
import { errorIn } from "../../components/field";
import { t } from "../../i18n";
import { go } from "../../router";
import { deleteMe } from "../../server/accounts";
import { account, logOut } from "../../store";
import { useAsking, WhyNot } from "../asking";
import { PasswordField } from "./password_field";

/** What deleting the account does, and what has to be decided before. */
export function DeleteAccount({ onClose }: { onClose: () => void }) {
  const [password, setPassword] = useState("");
  const asking = useAsking();
  const { problem } = asking;
  const claimed = account.value?.user?.is_guest === false;
  const owned = problem?.code === "last_owner" ? (problem.groups ?? []) : [];
  const wrong = problem?.code === "wrong_credentials";

  const remove = () =>
    asking.ask(async () => {
      await deleteMe(password);
      await logOut({ force: true });
      go("/", { replace: true });
    });

  return (
    <Question
      title={t("Delete your account?")}
      yes={t("Delete for good")}
      no={t("Keep it")}
      danger
      busy={asking.busy}
      disabled={claimed && !password}
      onYes={remove}
      onClose={onClose}
    >
      <p>
        {t(
          "This cannot be undone. All your devices are logged out, and what waits on this phone is lost.",
        )}
      </p>
      <p>
        {t(
          "Games with other people stay, with “former player” instead of your name. Groups in which you are alone are deleted.",
        )}
      </p>
      {claimed && (
        <PasswordField
          label={t("Your password")}
          value={password}
          onValue={setPassword}
          error={
            errorIn(problem, "current_password") ??
            (wrong ? t("This is not your password.") : undefined)
          }
        />
      )}
      {!wrong && <WhyNot asking={asking} except={["current_password"]} />}
      {owned.length > 0 && (
        <>
          <p>{t("Make somebody else an owner of these groups, or delete them:")}</p>
          <ul>
            {owned.map(({ id, name }) => (
              <li key={id}>
                <a class="owned-group" href={`/group/${id}`}>
                  <bdi>{name}</bdi>
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
    </Question>
  );
}
