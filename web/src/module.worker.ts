// Holds the module: answers what it is asked and does what it is told, one after the other.

import type { Order, Said } from "./alone";
import { ROOT } from "./root";

interface Exports {
  memory: WebAssembly.Memory;
  input(bytes: number): number;
  output(): number;
  output_bytes(): number;
  ask(): number;
  work(): number;
  take(): number;
  expect(): void;
}

/** The least milliseconds between two reports. */
const PAUSE = 50;

let module: Exports;
let reported = 0;

function say(said: Said, transfer: Transferable[] = []): void {
  (postMessage as (said: Said, transfer: Transferable[]) => void)(said, transfer);
}

/** What the module asks of the page. */
const page = {
  progress(done: number, total: number): void {
    const now = performance.now();
    if (now - reported < PAUSE) return;
    reported = now;
    say({ done, total });
  },
  chance: () => Math.floor(Math.random() * 2 ** 32),
  fetch(path: number, pathBytes: number, piece: number, to: number, bytes: number): number {
    const name = new TextDecoder().decode(new Uint8Array(module.memory.buffer, path, pathBytes));
    const request = new XMLHttpRequest();
    // The module waits for it; here nobody else does.
    request.open("GET", `${ROOT}${encodeURI(name)}.${piece}`, false);
    request.responseType = "arraybuffer";
    try {
      request.send();
    } catch {
      return 0;
    }
    if (request.status !== 200) return 0;
    const content = new Uint8Array(request.response as ArrayBuffer);
    if (content.length !== bytes) return 0;
    new Uint8Array(module.memory.buffer, to, bytes).set(content);
    return 1;
  },
};

function give(bytes: Uint8Array): void {
  const at = module.input(bytes.length);
  new Uint8Array(module.memory.buffer, at, bytes.length).set(bytes);
}

function told(status: number): void {
  const body = new Uint8Array(module.memory.buffer, module.output(), module.output_bytes()).slice();
  say({ status, body }, [body.buffer]);
}

const text = (words: string) => new TextEncoder().encode(words);

onmessage = ({ data }: MessageEvent<Order>) => {
  if ("module" in data) {
    module = new WebAssembly.Instance(data.module, { page }).exports as unknown as Exports;
    give(text(data.files));
    module.expect();
  } else if ("take" in data) {
    give(data.take);
    module.take();
  } else if ("ask" in data) {
    give(text(data.ask));
    told(module.ask());
  } else {
    give(text(data.work));
    told(module.work());
  }
};
