import { useState } from "preact/hooks";
import { Button } from "../../components/button";
import { useRead } from "../../components/use_read";
import { t } from "../../i18n";
import { go } from "../../router";
import { orNull } from "../../server/api";
import { readHttps } from "../../server/https";
import { savedForm, saveForm } from "../../store";

const TOLD = "told about installing";

/** What a phone cannot do over plain HTTP, and the way out: until it was read, and never again. */
export function InstallHint() {
  const [shown, setShown] = useState(false);
  const look = async () =>
    !(await savedForm<boolean>(TOLD)) && Boolean((await orNull(readHttps()))?.length);
  useRead(look, setShown, []);
  if (!shown) return null;
  const told = () => {
    setShown(false);
    void saveForm(TOLD, true);
  };
  return (
    <section class="section start-install">
      <p class="faint small">
        {t(
          "As it is, Tableside does not open without a network on this phone, and does not keep the screen on.",
        )}
      </p>
      <div class="wrapping start-ways">
        <Button
          small
          onClick={() => {
            told();
            go("/install");
          }}
        >
          {t("Install it")}
        </Button>
        <Button small kind="plain" onClick={told}>
          {t("Not now")}
        </Button>
      </div>
    </section>
  );
}
