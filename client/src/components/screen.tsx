import { type ComponentChildren, toChildArray } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { t } from "../i18n";
import { back } from "../router";
import { Button } from "./button";
import { Counting } from "./counting";
import { LastAction } from "./last_action";
import { LOW, useMedia } from "./use_media";
import { Waiting } from "./waiting";
import "./screen.css";

interface Props {
  title: string;
  /** The address above this one. */
  up?: string;
  /** What is up there, such as the name of the group; "Back" by default. */
  upLabel?: string;
  /** Tags beside the way up. */
  tags?: ComponentChildren;
  /** Beside the title, such as a menu. */
  right?: ComponentChildren;
  /** The main button, and what belongs to it: always in reach. */
  foot?: ComponentChildren;
  /** Where the screen is wide, the foot stands beside the content, as keys do; where it is low, every foot. */
  beside?: boolean;
  /** The side in play in Flip: tints the header. */
  side?: "color" | "wild" | undefined;
  /** The title is large, with this below it, instead of in the bar. */
  intro?: ComponentChildren;
  children: ComponentChildren;
}

/**
 * A screen: a bar at the top, the content, and the main button within reach of a thumb. What was
 * just done, what is being counted, and what waits for the network, is shown beside that button.
 */
export function Screen(props: Props) {
  const { title, up, upLabel, tags, right, foot, beside, side, intro, children } = props;
  const own = useRef<HTMLHeadingElement>(null);
  const footer = useRef<HTMLDivElement>(null);
  const isLow = useMedia(LOW);
  const hasFoot = toChildArray(foot).length > 0;
  useEffect(() => {
    const plain = title.replaceAll("\u00AD", ""); // where a word may break is no matter there
    document.title = plain === "Tableside" ? plain : `${plain} · Tableside`;
  }, [title]);
  useEffect(() => {
    const field = document.activeElement;
    if (!(field instanceof HTMLInputElement)) own.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div class="screen" data-side={side} data-beside={beside || (isLow && hasFoot) || undefined}>
      {(up || intro === undefined || right) && (
        <header class="bar">
          {up && <WayUp to={up} label={upLabel ?? t("Back")} />}
          {tags}
          {intro === undefined && (
            <h1 ref={own} tabIndex={-1} class="bar-title two-lines" dir="auto">
              {title}
            </h1>
          )}
          {right}
        </header>
      )}
      <main class="screen-content">
        {intro !== undefined && (
          <div class="screen-intro">
            <h1 ref={own} tabIndex={-1} dir="auto">
              {title}
            </h1>
            {intro}
          </div>
        )}
        {hasFoot && (
          <Button
            kind="quiet"
            class="screen-skip"
            onClick={() => footer.current?.querySelector<HTMLElement>(CONTROL)?.focus()}
          >
            {t("Go to the buttons")}
          </Button>
        )}
        {children}
      </main>
      <footer class="screen-end">
        <LastAction />
        <div ref={footer} class="screen-foot" data-empty={!hasFoot || undefined}>
          {foot}
          <Counting />
          <Waiting />
        </div>
      </footer>
    </div>
  );
}

const CONTROL = ":is(a, button, input):not(:disabled)";

/** The link to the screen above; the same as going back, if we came from there. */
function WayUp({ to, label }: { to: string; label: string }) {
  return (
    <a
      class="row bar-up"
      href={to}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        back(to);
      }}
    >
      <span aria-hidden="true" class="bar-chevron" />
      <bdi class="cut">{label}</bdi>
    </a>
  );
}
