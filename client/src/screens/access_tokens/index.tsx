import { Button, ButtonLink } from "../../components/button";
import { EmptyState } from "../../components/empty_state";
import { List } from "../../components/list";
import { Screen } from "../../components/screen";
import { Tag } from "../../components/tag";
import { t } from "../../i18n";
import { DOT, whenWords } from "../../i18n/formats";
import { type AccessToken, readAccessTokens } from "../../server/accounts";
import { WhyNot } from "../asking";
import { useTokens } from "../devices/use_tokens";
import { groupName, scopeWords } from "./scopes";
import "../devices/devices.css";

/** The tokens that programs use in my name. */
export default function AccessTokens() {
  const { tokens, asking, isKnown, end } = useTokens(readAccessTokens);
  return (
    <Screen
      title={t("Access tokens")}
      up="/me"
      foot={
        <ButtonLink kind="main" href="/me/tokens/new">
          {t("New access token")}
        </ButtonLink>
      }
    >
      <div class="section">
        <p class="faint">
          {t("A program that has one can do what it says here in your name, and nothing else.")}
        </p>
        {!isKnown && <p>{t("This needs the network: the server does not know you yet.")}</p>}
        <WhyNot asking={asking} />
      </div>
      {tokens?.length === 0 && <EmptyState title={t("No program uses your account.")} />}
      {tokens && tokens.length > 0 && (
        <List label={t("Access tokens")}>
          {tokens.map((one) => (
            <li key={one.id} class="row list-item device">
              <div class="device-words">
                <span class="row list-title">
                  <bdi>{one.name}</bdi>
                  {isOver(one) && <Tag>{t("expired")}</Tag>}
                </span>
                <span class="list-detail faint small">
                  {[scopeWords(one), groupName(one)].filter(Boolean).join(DOT)}
                </span>
                <span class="list-detail faint small">{useWords(one)}</span>
              </div>
              <Button small disabled={asking.busy} onClick={() => void end(one)}>
                {t("Revoke")}
              </Button>
            </li>
          ))}
        </List>
      )}
    </Screen>
  );
}

function isOver({ expires_at }: AccessToken): boolean {
  return expires_at !== null && Date.parse(expires_at) <= Date.now();
}

function useWords({ used_at }: AccessToken): string {
  return used_at ? t("last used: {when}", { when: whenWords(used_at) }) : t("not used yet");
}
