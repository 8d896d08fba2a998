/**
 * Pages for what a file of Word does not say where they end: Word leaves a mark where its layout broke a page, other programs
 * do not. What is far longer than its paper is parted between paragraphs and rows of tables.
 */

/** So much longer than its paper a page may be: the faces of this machine are not those that Word broke it with. */
const SLACK = 1.3;

interface Unit {
  element: Element;
  /** The table of a row. */
  table: HTMLTableElement | null;
  top: number;
  bottom: number;
}

/** Parts a page that is laid out in as many as it fills. */
export function paginate(page: HTMLElement): void {
  const height = Number.parseFloat(getComputedStyle(page).minHeight);
  if (!(height > 0) || page.offsetHeight <= height * SLACK) return;
  const articles = [...page.querySelectorAll<HTMLElement>(':scope > article')];
  if (articles.some((one) => Number(getComputedStyle(one).columnCount) > 1)) return;
  const top = page.getBoundingClientRect().top;
  const all = articles.map((article) => ({ article, units: [...article.children].flatMap(unitsOf) }));
  const first = all.find(({ units }) => units.length > 0)?.units[0];
  if (!first) return;
  const room = height - (first.top - top) - Number.parseFloat(getComputedStyle(page).paddingBottom);
  const notes = page.querySelectorAll(':scope > ol');
  let [start, sheet, filled]: [number, HTMLElement, number] = [first.top, page, 0];
  for (const { article, units } of all) {
    let into = article;
    /** Of the table whose rows move here, what is here of it. */
    let [own, whole]: [HTMLTableElement | null, HTMLTableElement | null] = [null, null];
    if (sheet !== page) sheet.insertBefore(article, sheet.querySelector(':scope > footer'));
    for (const unit of units) {
      const breaks = filled > 0 && unit.bottom - start > room;
      if (breaks) {
        sheet = next(sheet, (into = article.cloneNode(false) as HTMLElement));
        [start, filled, whole] = [unit.top, 0, null];
      }
      filled += 1;
      if (into === article) continue;
      if (unit.table !== whole) {
        [own, whole] = [unit.table && shell(unit.table), unit.table];
        if (own) into.append(own);
      }
      (own ?? into).append(unit.element);
    }
  }
  if (sheet !== page) for (const note of notes) sheet.insertBefore(note, sheet.querySelector(':scope > footer'));
}

function unitsOf(element: Element): Unit[] {
  const placed = (one: Element, table: HTMLTableElement | null): Unit => {
    const { top, bottom } = one.getBoundingClientRect();
    return { element: one, table, top, bottom };
  };
  return element instanceof HTMLTableElement && element.rows.length > 1 ? [...element.rows].map((row) => placed(row, element)) : [placed(element, null)];
}

/** A page like the one before, with its head and foot. */
function next(page: HTMLElement, article: HTMLElement): HTMLElement {
  const sheet = page.cloneNode(false) as HTMLElement;
  const [head, foot] = ['header', 'footer'].map((name) => page.querySelector(`:scope > ${name}`)?.cloneNode(true));
  sheet.append(...[head, article, foot].filter((one) => one !== undefined));
  page.after(sheet);
  return sheet;
}

function shell(table: HTMLTableElement): HTMLTableElement {
  const own = table.cloneNode(false) as HTMLTableElement;
  for (const columns of table.querySelectorAll(':scope > colgroup')) own.append(columns.cloneNode(true));
  return own;
}
