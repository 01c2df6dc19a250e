// Where the page is: a server has it at its root, a site of files perhaps in a folder. Its scripts are in `assets/`
// below that.

const above = "..";

/** The address of the page's folder, with slashes at both ends. */
export const ROOT = import.meta.url.startsWith("http") ? new URL(above, import.meta.url).pathname.replace(/\/*$/, "/") : "/";

/** Whether there is no program behind the page: `hindsight site` says so in what it writes. */
export const isAlone = typeof document !== "undefined" && document.documentElement.dataset.alone !== undefined;
