import { t } from "../../i18n";
import type { Difference } from "./difference";
import "./differences.css";

/** What was before and is now, each below its name. */
export function Differences({ differences }: { differences: readonly Difference[] }) {
  return (
    <dl class="differences">
      {differences.map(({ what, before, after }) => (
        <div key={what}>
          <dt>
            <bdi>{what}</bdi>
          </dt>
          <dd>
            {before !== null && (
              <>
                <span class="visually-hidden">{t("before")}</span>
                <s>{before}</s>
              </>
            )}
            {before !== null && after !== null && (
              <>
                <span aria-hidden="true"> → </span>
                <span class="visually-hidden">{t("now")}</span>
              </>
            )}
            {after}
          </dd>
        </div>
      ))}
    </dl>
  );
}
