// The answers where no program is behind the page: what is the same for everybody is in files, the rest is worked out
// by the module, in workers. One of them answers and is never busy for long; another one solves and counts.

import { keepEverything } from "./keep";
import { texts } from "./language.svelte";
import { ROOT } from "./root";

/** A job that takes long is told how far it is until it is done. */
interface Job {
  path: string;
  done: number;
  total: number;
  /** When somebody last asked for it. */
  wanted: number;
  result?: Told;
  ended: Promise<void>;
  end: () => void;
}

export interface Told {
  status: number;
  body: Uint8Array<ArrayBuffer>;
}

/** What a worker says: how far it is, or the answer to what it was asked. */
export type Said = { done: number; total: number } | Told;
/** What a worker is told: first the module, then questions, long work, and files that another one made. */
export type Order = { module: WebAssembly.Module; files: string } | { ask: string } | { work: string } | { take: Uint8Array<ArrayBuffer> };

/** Work that nobody has asked for any more for so many milliseconds gives way to other work. */
const PATIENCE = 3000;
/** An answer that comes within so many milliseconds is waited for. */
const SOON = 250;
const ANALYSIS = "/analysis";

/** A file of the site. */
async function file(name: string): Promise<Response> {
  return fetch(ROOT + encodeURI(decodeURIComponent(name)));
}

/** The module, and the list of the files that it may ask for. */
let fetched: Promise<{ module: WebAssembly.Module; files: string }> | undefined;

async function fetchModule(): Promise<{ module: WebAssembly.Module; files: string }> {
  const [packed, files] = await Promise.all([file("module/hindsight.wasm.gz"), file("tables/files.txt")]);
  if (!packed.ok || !files.ok || !packed.body) throw new Error(texts().page.incomplete);
  // Some servers unpack what ends in .gz on the way.
  const whole = new Uint8Array(await packed.arrayBuffer());
  const isPacked = whole[0] === 0x1f && whole[1] === 0x8b;
  const bytes = isPacked ? new Response(new Blob([whole]).stream().pipeThrough(new DecompressionStream("gzip"))) : new Response(whole);
  const module = await WebAssembly.compile(await bytes.arrayBuffer());
  // From now on every game can be played without the network.
  keepEverything();
  return { module, files: await files.text() };
}

async function hire(): Promise<Worker> {
  fetched ??= fetchModule();
  fetched.catch(() => (fetched = undefined));
  const first = await fetched;
  const worker = new Worker(new URL("./module.worker.ts", import.meta.url), { type: "module" });
  worker.postMessage(first satisfies Order);
  return worker;
}

// The one that answers.

let desk: Promise<Worker> | undefined;
const open: ((told: Told | Error) => void)[] = [];

function atDesk(): Promise<Worker> {
  desk ??= hire().then((worker) => {
    worker.onmessage = ({ data }: MessageEvent<Told>) => open.shift()?.(data);
    worker.onerror = (event) => {
      event.preventDefault();
      // What broke once may break again; other questions are answered by another one.
      worker.terminate();
      desk = undefined;
      solved.clear();
      for (const tell of open.splice(0)) tell(new Error(texts().page.mistake));
    };
    return worker;
  });
  desk.catch(() => (desk = undefined));
  return desk;
}

async function ask(path: string): Promise<Told> {
  const worker = await atDesk();
  return new Promise((resolve, reject) => {
    open.push((told) => (told instanceof Error ? reject(told) : resolve(told)));
    worker.postMessage({ ask: path } satisfies Order);
  });
}

// The one that works.

const jobs = new Map<string, Job>();
/** Games whose tables the one at the desk has. */
const solved = new Set<string>();
let labourer: Worker | undefined;
let present: Job | undefined;

/** Begins or continues a piece of long work: to count a game's positions, or to solve it. */
function job(path: string): Job {
  let job = jobs.get(path);
  if (!job) {
    let end = () => {};
    const ended = new Promise<void>((resolve) => (end = resolve));
    job = { path, done: 0, total: 0, wanted: 0, ended, end };
    jobs.set(path, job);
  }
  job.wanted = performance.now();
  if (present && present !== job && performance.now() - present.wanted > PATIENCE) {
    jobs.delete(present.path);
    dismiss();
  }
  void next();
  return job;
}

function dismiss(): void {
  labourer?.terminate();
  labourer = undefined;
  present = undefined;
}

async function next(): Promise<void> {
  if (present) return;
  const waiting = [...jobs.values()].filter((one) => !one.result);
  const first = waiting.find((one) => performance.now() - one.wanted <= PATIENCE);
  if (!first) return;
  const job = (present = first);
  try {
    labourer ??= await hire();
  } catch {
    jobs.delete(job.path);
    present = undefined;
    return;
  }
  if (present !== job) return;
  const finish = async (result: Told) => {
    if (result.status === 200 && !job.path.endsWith(ANALYSIS)) {
      (await atDesk()).postMessage({ take: result.body } satisfies Order, [result.body.buffer]);
      solved.add(job.path);
      jobs.delete(job.path);
    } else job.result = result;
    job.end();
    present = undefined;
    void next();
  };
  labourer.onmessage = ({ data }: MessageEvent<Said>) => {
    if ("status" in data) void finish(data);
    else [job.done, job.total] = [data.done, data.total];
  };
  labourer.onerror = (event) => {
    event.preventDefault();
    dismiss();
    void finish({ status: 500, body: new TextEncoder().encode(JSON.stringify({ error: texts().page.mistake })) });
  };
  labourer.postMessage({ work: job.path } satisfies Order);
}

const soon = (job: Job) => Promise.race([job.ended, new Promise((resolve) => setTimeout(resolve, SOON))]);
const json = ({ status, body }: Told) => new Response(body, { status });

/** How far a job is, as the server says it. */
function working(status: string, { done, total }: Job, more: object = {}): Response {
  return new Response(JSON.stringify({ ...more, status, progress: { done, total } }), { status: 202 });
}

async function counted(path: string): Promise<Response> {
  const work = job(path);
  await soon(work);
  return work.result ? json(work.result) : working("analysing", work);
}

async function valued(path: string, home: string): Promise<Response> {
  const told = await ask(path);
  if (told.status !== 202) return json(told);
  const work = job(home);
  await soon(work);
  if (solved.has(home)) return json(await ask(path));
  const { view } = JSON.parse(new TextDecoder().decode(told.body)) as { view?: object };
  if (!work.result) return working("solving", work, { view });
  const { status, body } = work.result;
  const facts = JSON.parse(new TextDecoder().decode(body)) as object;
  return new Response(JSON.stringify({ ...facts, view }), { status });
}

/** A file of answers, in which images are where a server has them. */
async function written(name: string): Promise<Response | undefined> {
  const told = await file(`answers/${name}.json`);
  if (told.status === 404) return undefined;
  return new Response((await told.text()).replaceAll('"/art/', `"${ROOT}art/`), { status: told.status });
}

/** What a server would say at an address of its API. */
export async function answer(address: string): Promise<Response> {
  const path = address.replace(/^\/api\/v1\/games\/?/, "");
  const [place = "", query] = path.split("?");
  const [game, variant, topic] = place.split("/");
  const home = `${game}/${variant}`;
  if (!game) return (await written("games")) ?? Response.error();
  if (!topic && !query) return (await written(home)) ?? json(await ask(path));
  if (topic === "analysis") return counted(home + ANALYSIS);
  return valued(path, home);
}
