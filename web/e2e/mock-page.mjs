/** A page as a picture for the scripted server: lines of grey, and what is asked for under a marker's ink, low on the page. */
import { deflateSync } from 'node:zlib';

const [WIDTH, HEIGHT] = [620, 877];
/** Where the marked line stands: from the left, from above, to the right, to below. */
export const MARKED = [60, 620, 420, 640];

function chunk(name, data) {
  const body = Buffer.concat([Buffer.from(name), data]);
  const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  size.writeUInt32BE(data.length);
  sum.writeUInt32BE(crcOf(body));
  return Buffer.concat([size, body, sum]);
}

/** The check that every part of a PNG carries. */
function crcOf(bytes) {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return ~crc >>> 0;
}

export function drawn(words) {
  const rows = Buffer.alloc(HEIGHT * (WIDTH * 3 + 1), 255);
  const [left, top, right, bottom] = MARKED;
  for (let y = 0; y < HEIGHT; y += 1) {
    const row = y * (WIDTH * 3 + 1);
    rows[row] = 0;
    for (let x = 0; x < WIDTH; x += 1) {
      const at = row + 1 + x * 3;
      if (x > 60 && x < 560 && y > 80 && y < 800 && y % 30 < 9 && (x * 7 + y) % 50 > 6) rows.fill(90, at, at + 3);
      if (words !== '' && x >= left && x < right && y >= top && y < bottom) rows[at + 2] = Math.floor((rows[at + 2] * 140) / 256);
    }
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(WIDTH, 0);
  head.writeUInt32BE(HEIGHT, 4);
  head.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]), chunk('IHDR', head), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]);
}
