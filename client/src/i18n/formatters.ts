/** Formatters, each made once: on a slow phone, making one takes longer than a hundred uses. */

/** How to write numbers in a language. */
export const numbers = remembered(
  (language, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(language, options),
);

/** How to write dates and times in a language. */
export const dates = remembered(
  (language, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(language, options),
);

function remembered<Options, Formatter>(
  make: (language: string, options: Options) => Formatter,
): (language: string, options: Options) => Formatter {
  const made = new Map<string, Formatter>();
  return (language, options) => {
    const key = language + JSON.stringify(options);
    const found = made.get(key) ?? make(language, options);
    made.set(key, found);
    return found;
  };
}
