/** Where two pictures of one size differ: there the one has its marks. */

/** A place on a picture, in shares of its sides. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The smallest rectangle that holds every dot in which the two differ, four bytes a dot; null where they are the same. */
export function differing(one: Uint8ClampedArray, other: Uint8ClampedArray, width: number): Box | null {
  const height = one.length / 4 / width;
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let at = 0; at < one.length; at += 4) {
    if (one[at] === other[at] && one[at + 1] === other[at + 1] && one[at + 2] === other[at + 2]) continue;
    const [x, y] = [(at / 4) % width, Math.floor(at / 4 / width)];
    [left, right, top, bottom] = [Math.min(left, x), Math.max(right, x), Math.min(top, y), Math.max(bottom, y)];
  }
  return right < 0 ? null : { left: left / width, top: top / height, width: (right + 1 - left) / width, height: (bottom + 1 - top) / height };
}

async function dots(address: string): Promise<ImageData | null> {
  const picture = new Image();
  picture.src = address;
  await picture.decode();
  const canvas = Object.assign(document.createElement('canvas'), { width: picture.naturalWidth, height: picture.naturalHeight });
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  pen?.drawImage(picture, 0, 0);
  return pen?.getImageData(0, 0, canvas.width, canvas.height) ?? null;
}

/** Where the marks of a picture are, given the same without them. */
export async function markedPlace(plain: string, marked: string): Promise<Box | null> {
  const [one, other] = await Promise.all([dots(plain), dots(marked)]);
  return one && other && one.width === other.width && one.data.length === other.data.length ? differing(one.data, other.data, one.width) : null;
}
