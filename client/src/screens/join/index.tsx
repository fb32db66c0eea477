import { useState } from "preact/hooks";
import { Button } from "../../components/button";
import { Field } from "../../components/field";
import { Form } from "../../components/form";
import { Screen } from "../../components/screen";
import { t } from "../../i18n";
import { go, type Params } from "../../router";
import { codeIn } from "./code";
import { Invitation } from "./invitation";

/** Join a group: by the code of an invite, typed here or from its link. */
export default function Join({ params }: { params: Params }) {
  const code = codeIn(params.code ?? "");
  return code ? <Invitation key={code} code={code} /> : <TypeCode />;
}

function TypeCode() {
  const [text, setText] = useState("");
  const code = codeIn(text);
  return (
    <Screen
      title={t("Join a group")}
      up="/"
      foot={
        <Button kind="main" type="submit" form="code" disabled={!code}>
          {t("Continue")}
        </Button>
      }
    >
      <Form
        id="code"
        class="section"
        onSubmit={() => code && go(`/join/${encodeURIComponent(code)}`)}
      >
        <p>{t("Somebody in the group can show you a code, or a picture to scan.")}</p>
        <Field
          label={t("Code of the group")}
          value={text}
          onValue={setText}
          hint={t("Such as K7PM-4XWY. Capitals and dashes do not matter.")}
          autocapitalize="characters"
          spellcheck={false}
          dir="ltr"
          enterKeyHint="go"
        />
      </Form>
    </Screen>
  );
}
