/** What is wrong with how a page looks: run in the page, says it in words. */
(() => {
  const CONTROLS =
    "a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [tabindex='0']";
  const SMALLEST = 44;

  const shown = (element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    element.getClientRects().length > 0;

  const named = (element) => {
    const text = (element.ariaLabel || element.textContent || element.name || "").trim();
    return `${element.localName}${element.className ? `.${element.className}` : ""} “${text.slice(0, 40)}”`;
  };

  /** A link within running text is as high as its line. */
  const withinText = (element) =>
    element.localName === "a" &&
    getComputedStyle(element).display === "inline" &&
    [...element.parentNode.childNodes].some(
      (node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim(),
    );

  /** What a finger can hit: the control, and its labels. */
  const target = (element) => {
    const boxes = [element, ...(element.labels ?? [])].map((part) => part.getBoundingClientRect());
    return {
      width: Math.max(...boxes.map((box) => box.width)),
      height: Math.max(...boxes.map((box) => box.height)),
    };
  };

  /** Whether it can be brought into view by scrolling a part of the page, such as a wide table. */
  const scrolls = (element) => {
    for (let part = element.parentElement; part; part = part.parentElement) {
      if (part === document.documentElement || part === document.body) return false;
      const { overflowX } = getComputedStyle(part);
      if (overflowX === "auto" || overflowX === "scroll") return true;
    }
    return false;
  };

  /** Clipped away, such as the head of a table whose columns need no names to be seen. */
  const forScreenReaders = (element) => {
    for (let part = element; part; part = part.parentElement)
      if (getComputedStyle(part).clipPath !== "none") return true;
    return false;
  };

  const looks = {
    /** Controls that are too small for a finger. */
    small: () =>
      [...document.querySelectorAll(CONTROLS)]
        .filter((element) => !element.closest("[inert]") && !withinText(element))
        .filter((element) => shown(element) || [...(element.labels ?? [])].some(shown))
        .map((element) => [element, target(element)])
        // Half a pixel less is an effect of rounding.
        .filter(([, { width, height }]) => Math.min(width, height) < SMALLEST - 0.5)
        .map(([element, { width, height }]) => `${named(element)}: ${width} × ${height}`),

    /** What is cut off, or stands out of the page. */
    cut: () => {
      const wide = document.documentElement.clientWidth;
      const found = [];
      if (document.documentElement.scrollWidth > wide)
        found.push(`the page is ${document.documentElement.scrollWidth - wide} px too wide`);
      for (const element of document.body.querySelectorAll("*")) {
        if (!shown(element) || element.closest("svg, option")) continue;
        const box = element.getBoundingClientRect();
        const style = getComputedStyle(element);
        if (forScreenReaders(element)) continue;
        const card = element.closest(".card")?.getBoundingClientRect();
        if (card && (box.left < card.left || box.right > card.right))
          found.push(`${named(element)} stands out of its card`);
        if ((box.right > wide + 1 || box.left < -1) && !scrolls(element))
          found.push(`${named(element)} reaches from ${box.left} to ${box.right} of ${wide}`);
        const text = [...element.childNodes].some(
          (node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim(),
        );
        if (!text || element.matches("input, select, textarea")) continue;
        const hidden = (overflow) => overflow === "hidden" || overflow === "clip";
        const ellipsis = style.textOverflow === "ellipsis" || style.webkitLineClamp !== "none";
        if (element.scrollWidth > element.clientWidth + 1 && style.display !== "inline" && !ellipsis)
          found.push(`${named(element)} is ${element.scrollWidth - element.clientWidth} px too narrow`);
        if (element.scrollHeight > element.clientHeight + 2 && hidden(style.overflowY) && !ellipsis)
          found.push(`${named(element)} is ${element.scrollHeight - element.clientHeight} px too low`);
      }
      return found;
    },

    /** Words of which a part stands on the next line, without a hyphen. */
    broken: () => {
      const found = new Set();
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const range = document.createRange();
      while (texts.nextNode()) {
        const text = texts.currentNode;
        const parent = text.parentElement;
        if (!shown(parent) || parent.closest("svg, option") || forScreenReaders(parent)) continue;
        if (getComputedStyle(parent).hyphens === "auto") continue;
        for (const { 0: word, index } of text.data.matchAll(/[\p{L}\u00ad]{2,}/gu)) {
            if (word.includes("\u00ad")) continue; // it says where it may break
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          const tops = [...range.getClientRects()].map(({ top }) => top);
          if (Math.max(...tops) - Math.min(...tops) > 4) found.add(`“${word}” in ${named(parent)}`);
        }
      }
      return [...found];
    },

    /** The text in another size, in percent: as a person's setting has it. */
    resize: (percent) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(`html { font-size: ${percent}% !important; }`);
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    },
  };
  return looks;
})();
