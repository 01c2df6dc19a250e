// The text of rules in an address: compressed, behind the #, so that no server has to take it.

const BEGIN = "t=";
/** More than the language takes; a small address must not become a text that fills the memory. */
const LONGEST = 128 * 1024;

async function through(bytes: Uint8Array<ArrayBuffer>, change: CompressionStream | DecompressionStream): Promise<Uint8Array<ArrayBuffer>> {
  const reader = new Blob([bytes]).stream().pipeThrough(change).getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    length += value.length;
    if (length > LONGEST) {
      await reader.cancel();
      throw new RangeError("too long");
    }
  }
  const all = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** A text as the part of an address behind the #. */
export async function packed(text: string): Promise<string> {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  const letters = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return BEGIN + letters.replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** The text in the part of an address behind the #; nothing where there is none. Fails where it is damaged. */
export async function unpacked(hash: string): Promise<string | undefined> {
  const part = hash.replace(/^#/, "");
  if (!part.startsWith(BEGIN)) return undefined;
  const letters = atob(part.slice(BEGIN.length).replace(/-/g, "+").replace(/_/g, "/"));
  const bytes = await through(Uint8Array.from(letters, (letter) => letter.charCodeAt(0)), new DecompressionStream("deflate-raw"));
  return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
}
