declare module "gettext-parser" {
  interface Message {
    msgid: string;
    msgstr: string[];
    comments?: { flag?: string };
  }
  export const po: {
    parse(source: string): { translations: Record<string, Record<string, Message>> };
  };
}
