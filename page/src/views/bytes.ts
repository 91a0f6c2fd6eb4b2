/** Sizes as people read them. */

const UNITS = ["B", "kB", "MB", "GB", "TB"];

export function bytes(count: number): string {
  let [size, at] = [count, 0];
  while (size >= 1000 && at < UNITS.length - 1) [size, at] = [size / 1000, at + 1];
  const digits = at === 0 || size >= 100 ? 0 : 1;
  return `${size.toFixed(digits)} ${UNITS[at]}`;
}
