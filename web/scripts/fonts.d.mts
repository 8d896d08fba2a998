/** Cuts the faces of the page into `web/fonts`, unless they are there as they would be made. */
export function makeFonts(): Promise<void>;
