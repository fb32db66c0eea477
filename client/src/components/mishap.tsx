import { Component, type ComponentChildren } from "preact";
import { t } from "../i18n";
import { Button } from "./button";
import { EmptyState } from "./empty_state";

interface Props {
  /** Another screen gets another chance. */
  of: string;
  children: ComponentChildren;
}

/** What is shown in place of a screen that fails: a mistake of ours, never of the person. */
export class Boundary extends Component<Props, { failed: string | null }> {
  override state = { failed: null };

  override componentDidCatch(error: unknown): void {
    console.error(error);
    this.setState({ failed: this.props.of });
  }

  override render({ of, children }: Props) {
    return this.state.failed === of ? <Mishap /> : children;
  }
}

function Mishap() {
  return (
    <main class="screen">
      <EmptyState title={t("Something went wrong on this screen.")}>
        <p>{t("It is our mistake. What you entered is saved on this phone.")}</p>
        <Button kind="main" onClick={() => location.reload()}>
          {t("Load again")}
        </Button>
        <a href="/">{t("Your tables")}</a>
      </EmptyState>
    </main>
  );
}

/** In place of a screen that this phone has never loaded, and cannot load now. */
export function Unloaded({ again }: { again: () => void }) {
  return (
    <main class="screen">
      <EmptyState title={t("This screen is not on this phone yet.")}>
        <p>{t("It needs the network once. What you entered is saved on this phone.")}</p>
        <Button kind="main" onClick={again}>
          {t("Try again")}
        </Button>
        <a href="/">{t("Your tables")}</a>
      </EmptyState>
    </main>
  );
}
