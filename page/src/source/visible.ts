/** Characters that would act instead of being seen are shown as what they are. Lengths stay, so that ranges of marks hold. */

const CONTROL_PICTURES = 0x2400;
const DELETE_PICTURE = "\u2421";
const REPLACEMENT = "\ufffd";

// Controls but for the tab; then marks that turn the direction of text or that nobody sees.
// oxlint-disable-next-line no-control-regex -- these are the characters that must not act
const ACTING = /[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

export function visible(text: string): string {
  return text.replace(ACTING, (character) => {
    const code = character.charCodeAt(0);
    if (code < 0x20) return String.fromCharCode(CONTROL_PICTURES + code);
    return code === 0x7f ? DELETE_PICTURE : REPLACEMENT;
  });
}
