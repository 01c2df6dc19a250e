import { mount } from "svelte";
import App from "./App.svelte";
import { speak } from "./language.svelte";
import "./page.css";

const target = document.getElementById("app");
// The first view comes in the visitor's language; where its texts cannot be fetched, in English.
if (target) void speak().catch(() => undefined).then(() => mount(App, { target }));
