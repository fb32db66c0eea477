/** What is to be seen on the device at each step: shapes, for the words are beside them. */

import type { ComponentChildren } from "preact";

/** A phone, or the window of a computer, with a title bar. */
function Frame({ wide, children }: { wide?: boolean | undefined; children: ComponentChildren }) {
  return (
    <svg class="install-picture" viewBox="0 0 88 112" aria-hidden="true" focusable="false">
      {wide ? (
        <>
          <rect class="install-body" x="2" y="20" width="84" height="72" rx="6" />
          <path class="install-hair" d="M2 34h84" />
          <circle class="install-soft" cx="9" cy="27" r="2" />
          <circle class="install-soft" cx="16" cy="27" r="2" />
        </>
      ) : (
        <>
          <rect class="install-body" x="14" y="2" width="60" height="108" rx="9" />
          <rect class="install-soft" x="36" y="7" width="16" height="3" rx="1.5" />
        </>
      )}
      {children}
    </svg>
  );
}

/** Lines of settings, one of them to be tapped. */
function Rows({ tapped, count = 4 }: { tapped: number; count?: number }) {
  return (
    <>
      {Array.from({ length: count }, (_row, index) => {
        const y = 22 + index * 19;
        const on = index === tapped;
        return (
          <g key={y}>
            <rect
              class={on ? "install-on" : "install-row"}
              x="19"
              y={y}
              width="50"
              height="15"
              rx="4"
            />
            <rect
              class={on ? "install-on-ink" : "install-soft"}
              x="25"
              y={y + 6}
              width={26 + ((index * 7) % 9)}
              height="3"
              rx="1.5"
            />
            <path
              class={on ? "install-on-line" : "install-hair"}
              d={`M62 ${y + 5}l2.5 2.5-2.5 2.5`}
            />
          </g>
        );
      })}
    </>
  );
}

/** A finger's tap: a ring around the point. */
function Tap({ x, y }: { x: number; y: number }) {
  return (
    <>
      <circle class="install-ring" cx={x} cy={y} r="10" />
      <circle class="install-dot" cx={x} cy={y} r="4" />
    </>
  );
}

export function Download({ wide }: { wide?: boolean | undefined }) {
  return (
    <Frame wide={wide}>
      <path class="install-line" d="M44 44v22m-9-9 9 9 9-9" />
      <path class="install-line" d="M30 70v6h28v-6" />
    </Frame>
  );
}

/** A line of the settings, far up or far down. */
export function Settings({ row }: { row: number }) {
  return (
    <Frame>
      <Rows tapped={row} />
      <Tap x={56} y={31 + row * 19} />
    </Frame>
  );
}

/** The switch that makes a certificate trusted. */
export function Switch() {
  return (
    <Frame>
      <rect class="install-soft" x="20" y="24" width="34" height="3" rx="1.5" />
      <rect class="install-row" x="19" y="40" width="50" height="22" rx="5" />
      <rect class="install-soft" x="24" y="49" width="18" height="3" rx="1.5" />
      <rect class="install-on" x="46" y="45" width="20" height="12" rx="6" />
      <circle class="install-knob" cx="60" cy="51" r="4.5" />
      <rect class="install-soft" x="20" y="72" width="44" height="2.5" rx="1.2" />
      <rect class="install-soft" x="20" y="79" width="36" height="2.5" rx="1.2" />
    </Frame>
  );
}

/** A file with a seal. */
export function File({ wide }: { wide?: boolean | undefined }) {
  return (
    <Frame wide={wide}>
      <path class="install-line" d="M33 40h15l8 8v32H33zM48 40v8h8" />
      <circle class="install-on" cx="44.5" cy="62" r="6.5" />
      <path class="install-on-line" d="m41.5 62 2.2 2.2 4-4.2" />
      <path class="install-line" d="m41 68-2 8 5.5-3 5.5 3-2-8" />
    </Frame>
  );
}

/** A window that asks, with the right choice marked. */
export function Choice() {
  return (
    <Frame wide>
      {[44, 58, 72].map((y, index) => (
        <g key={y}>
          <circle
            class={index === 1 ? "install-ring" : "install-hair"}
            cx="16"
            cy={y + 3}
            r="4.5"
          />
          {index === 1 && <circle class="install-dot" cx="16" cy={y + 3} r="2.2" />}
          <rect
            class="install-soft"
            x="26"
            y={y + 1.5}
            width={index === 1 ? 48 : 36}
            height="3"
            rx="1.5"
          />
        </g>
      ))}
    </Frame>
  );
}

/** Back on this page, which goes on by itself. */
export function Done({ wide }: { wide?: boolean | undefined }) {
  return (
    <Frame wide={wide}>
      <circle class="install-on" cx="44" cy="60" r="15" />
      <path class="install-on-line install-thick" d="m37 60 5 5 9-10" />
    </Frame>
  );
}
