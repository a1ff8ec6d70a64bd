import { plainRoute } from '../http/index.js'

/** One sheet for every page: light and dark by the reader's wish, readable on a phone, visible focus. */
const SHEET = `
:root { color-scheme: light dark; --page: #f6f7f9; --card: #fff; --text: #1c2024; --soft: #5b6470; --line: #d6dae0; --accent: #2456c4; --on-accent: #fff; --bad: #b42318; --good: #1a7f37; }
@media (prefers-color-scheme: dark) { :root { --page: #14171b; --card: #1d2126; --text: #e8eaed; --soft: #a3acb8; --line: #363d46; --accent: #8ab0ff; --on-accent: #10182b; --bad: #ff9a8f; --good: #7ee2a0; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
a { color: var(--accent); }
header { padding: 1rem 1.25rem; border-bottom: 1px solid var(--line); background: var(--card); display: flex; flex-wrap: wrap; gap: .5rem 1.25rem; align-items: center; }
header .brand { font-weight: 700; text-decoration: none; color: var(--text); margin-right: auto; }
header form { margin: 0; }
main { max-width: 46rem; margin: 2rem auto; padding: 0 1rem; }
main.narrow { max-width: 26rem; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: .6rem; padding: 1.5rem; margin-bottom: 1.25rem; }
h1 { font-size: 1.4rem; margin: 0 0 1rem; } h2 { font-size: 1.1rem; margin: 0 0 .75rem; }
label { display: block; font-weight: 600; margin: .9rem 0 .3rem; }
label.choice { font-weight: 400; display: flex; gap: .5rem; align-items: baseline; margin: .3rem 0; }
input:not([type=checkbox]):not([type=radio]), textarea { width: 100%; padding: .55rem .7rem; font: inherit; color: inherit; background: var(--page); border: 1px solid var(--soft); border-radius: .4rem; }
button, .button { font: inherit; font-weight: 600; padding: .55rem 1rem; border-radius: .4rem; border: 1px solid var(--accent); background: var(--accent); color: var(--on-accent); cursor: pointer; text-decoration: none; display: inline-block; }
button.quiet { background: transparent; color: var(--accent); } button.danger { background: transparent; border-color: var(--bad); color: var(--bad); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.actions { display: flex; flex-wrap: wrap; gap: .75rem; margin-top: 1.25rem; } .actions form { margin: 0; }
.hint { color: var(--soft); font-size: .9rem; margin: .25rem 0 0; }
.notice { border-left: 4px solid var(--good); } .alert { border-left: 4px solid var(--bad); }
code, .code { font-family: ui-monospace, monospace; overflow-wrap: anywhere; }
table { width: 100%; border-collapse: collapse; } th, td { text-align: left; padding: .5rem .4rem; border-bottom: 1px solid var(--line); vertical-align: top; overflow-wrap: anywhere; }
ul.plain { padding-left: 1.2rem; } .skip { position: absolute; left: -999px; } .skip:focus { left: 1rem; top: 1rem; }
@media (max-width: 34rem) { main { margin: 1rem auto; } .card { padding: 1.1rem; } thead { display: none; } tr, td { display: block; } td { border: 0; padding: .15rem 0; } tr { border-bottom: 1px solid var(--line); padding: .6rem 0; } }
`.trim()

export const STYLE_PATH = '/-/style.css'

export const styleRoute = plainRoute({
  method: 'GET',
  path: STYLE_PATH,
  handle: () => ({
    status: 200,
    headers: [
      ['Content-Type', 'text/css; charset=utf-8'],
      ['Cache-Control', 'public, max-age=3600'],
    ],
    body: SHEET,
  }),
})
