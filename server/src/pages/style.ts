import { plainRoute } from '../http/index.js'

/** One style sheet for every page: light and dark by the reader's preference, readable on a phone, visible focus. */
const SHEET = `
:root { color-scheme: light dark; --page: #f6f7f9; --card: #fff; --text: #1c2024; --soft: #5b6470; --line: #d6dae0; --accent: #2456c4; --on-accent: #fff; --bad: #b42318; --good: #1a7f37; }
@media (prefers-color-scheme: dark) { :root { --page: #14171b; --card: #1d2126; --text: #e8eaed; --soft: #a3acb8; --line: #363d46; --accent: #8ab0ff; --on-accent: #10182b; --bad: #ff9a8f; --good: #7ee2a0; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
a { color: var(--accent); text-underline-offset: .15em; }
header { padding: .75rem 1.25rem; border-bottom: 1px solid var(--line); background: var(--card); display: flex; flex-wrap: wrap; gap: .5rem 1.25rem; align-items: center; }
header .brand { font-weight: 700; text-decoration: none; color: var(--text); margin-right: auto; }
header form { margin: 0; }
header button { padding: .3rem .8rem; }
nav.account { border-bottom: 1px solid var(--line); background: var(--card); }
nav.account ul { list-style: none; display: flex; flex-wrap: wrap; gap: 0 1.25rem; margin: 0; padding: 0 1.25rem; }
nav.account a { display: block; padding: .6rem 0; text-decoration: none; color: var(--soft); border-bottom: 2px solid transparent; }
nav.account a:hover { color: var(--text); }
nav.account a[aria-current] { color: var(--text); font-weight: 600; border-color: var(--accent); }
main { max-width: 46rem; margin: 2rem auto; padding: 0 1rem; }
main.narrow { max-width: 28rem; }
main.wide { max-width: 60rem; }
main.full { max-width: 80rem; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: .6rem; padding: 1.5rem; margin-bottom: 1.25rem; }
.card > :first-child { margin-top: 0; } .card > :last-child { margin-bottom: 0; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 1rem; overflow-wrap: anywhere; } h2 { font-size: 1.1rem; margin: 0 0 .75rem; }
label { display: block; font-weight: 600; margin: .9rem 0 .3rem; }
label .hint { font-weight: 400; }
label.choice { font-weight: 400; display: flex; gap: .6rem; align-items: baseline; margin: .35rem 0; }
fieldset { border: 0; padding: 0; margin: 1rem 0 0; } legend { font-weight: 600; padding: 0; margin-bottom: .3rem; }
input:not([type=checkbox]):not([type=radio]):not([type=hidden]), textarea { width: 100%; padding: .55rem .7rem; font: inherit; color: inherit; background: var(--page); border: 1px solid var(--soft); border-radius: .4rem; }
[hidden] { display: none !important; }
textarea { font-family: ui-monospace, monospace; font-size: .9rem; resize: vertical; }
[aria-invalid=true] { border-color: var(--bad) !important; }
input[type=checkbox] { accent-color: var(--accent); width: 1rem; height: 1rem; flex: none; transform: translateY(.12rem); }
button, .button { font: inherit; font-weight: 600; padding: .55rem 1rem; border-radius: .4rem; border: 1px solid var(--accent); background: var(--accent); color: var(--on-accent); cursor: pointer; text-decoration: none; display: inline-block; }
button.quiet, .button.quiet { background: transparent; color: var(--accent); } button.danger { background: transparent; border-color: var(--bad); color: var(--bad); }
button:hover, .button:hover { filter: brightness(1.08); } button.quiet:hover, .button.quiet:hover, button.danger:hover { text-decoration: underline; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.actions { display: flex; flex-wrap: wrap; gap: .75rem; margin-top: 1.25rem; } .actions form, td form { margin: 0; }
.hint { color: var(--soft); font-size: .9rem; margin: .25rem 0 0; }
.wrong { color: var(--bad); font-size: .95rem; margin: .25rem 0 0; }
.notice { border-left: 4px solid var(--good); } .alert { border-left: 4px solid var(--bad); }
code, .code { font-family: ui-monospace, monospace; font-size: .9em; overflow-wrap: anywhere; }
.secret code { display: block; padding: .6rem .75rem; background: var(--page); border: 1px solid var(--line); border-radius: .4rem; white-space: pre-line; user-select: all; }
dl { margin: 0; } dt { font-weight: 600; } dd { margin: 0 0 .75rem; }
dl.facts { display: grid; grid-template-columns: minmax(8rem, auto) 1fr; gap: .4rem 1.25rem; } dl.facts dt { color: var(--soft); font-weight: 400; } dl.facts dd { margin: 0; overflow-wrap: anywhere; }
table { width: 100%; border-collapse: collapse; } th, td { text-align: left; padding: .55rem .6rem .55rem 0; border-bottom: 1px solid var(--line); vertical-align: top; overflow-wrap: anywhere; } tbody tr:last-child > * { border-bottom: 0; }
thead th { color: var(--soft); font-weight: 400; font-size: .9rem; } th[scope=row] { font-weight: 600; min-width: 6rem; } thead th, td.doing { overflow-wrap: normal; }
td.doing { text-align: right; padding-right: 0; } td.doing button { padding: .25rem .7rem; font-size: .9rem; }
ul.plain, ol.steps { padding-left: 1.2rem; }
.qr { margin: 1rem 0; } .qr svg { display: block; width: min(100%, 13rem); border-radius: .4rem; }
.skip { position: absolute; left: -999px; } .skip:focus { left: 1rem; top: 1rem; background: var(--card); padding: .5rem; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
@media (max-width: 40rem) {
  header { padding: .75rem 1rem; gap: .5rem .75rem; } .filters div:has([type=datetime-local]) { grid-column: 1 / -1; }
  main { margin: 1rem auto; } .card { padding: 1.1rem; } dl.facts { display: block; } dl.facts dd { margin-bottom: .6rem; }
  nav.account ul { flex-wrap: nowrap; overflow-x: auto; white-space: nowrap; }
  thead { position: absolute; clip-path: inset(50%); } table, tbody, tr, th, td { display: block; } th, td { border: 0; padding: .1rem 0; } tr { border-bottom: 1px solid var(--line); padding: .6rem 0; } tbody tr:last-child { border-bottom: 0; }
  td.doing { text-align: left; padding-top: .4rem; } td[data-label]::before { content: attr(data-label) ": "; color: var(--soft); }
}
.schedule { table-layout: fixed; margin-block: .5rem 2rem; font-size: .875rem; }
.schedule col.what { width: 20%; } .schedule col.standing { width: 9%; } .schedule col.date { width: 8.5%; }
.schedule tr:target { background: color-mix(in srgb, Highlight 25%, transparent); }
.schedule .removed code { text-decoration: line-through; } .schedule .deprecated .standing { font-weight: 700; } .schedule .planned, .schedule .elsewhere { opacity: .7; }
pre { margin: 0; overflow-x: auto; } pre:not([tabindex]) { white-space: pre-wrap; } details.card summary { cursor: pointer; } details.card[open] summary { margin-bottom: 1rem; }
.idiff.addition { color: var(--good); text-decoration: underline; } .idiff.deletion { color: var(--bad); text-decoration: line-through; }
.said { overflow-wrap: anywhere; } .said > :first-child, .said td > :first-child { margin-top: 0; } .said td > :last-child { margin-bottom: 0; } tr:has(+ .said) > * { border-bottom: 0; padding-bottom: .1rem; }
.setting { padding: 1rem 0; border-bottom: 1px solid var(--line); } .setting:first-of-type { padding-top: 0; } .setting > label { margin-top: 0; } .setting fieldset { margin-top: 0; } .setting label code { overflow-wrap: anywhere; } select { font: inherit; color: inherit; background: var(--page); border: 1px solid var(--soft); border-radius: .4rem; padding: .5rem .6rem; max-width: 100%; } :disabled { opacity: .6; }
nav.areas a[aria-current] { color: var(--text); font-weight: 600; text-decoration: none; }
nav.columns ul { columns: 16rem; padding: 0; list-style: none; }
details.operation { background: var(--card); border: 1px solid var(--line); border-radius: .4rem; margin-block: .4rem; padding: .3rem .7rem; } .operation summary { cursor: pointer; } .operation summary code { font-weight: 600; } .operation .method { display: inline-block; min-width: 4.5rem; } .operation.deprecated summary code { text-decoration: line-through; } .operation small, nav small { opacity: .75; }
.filters { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(11rem, 45%), 1fr)); gap: 0 1rem; } .filters label { margin-top: .5rem; } .events time, .events td:last-child { white-space: nowrap; } .events td, .events th { padding-right: 1rem; } td a.value { color: inherit; text-decoration-style: dotted; } .activity { margin: 0; } .activity svg { display: block; width: 100%; height: 4.5rem; fill: var(--accent); } .slider { display: flex; flex-wrap: wrap; gap: .75rem; align-items: center; margin-bottom: 1rem; } .slider label { margin: 0; } .slider input[type=range] { flex: 1 1 12rem; width: auto; padding: 0; accent-color: var(--accent); } th details { font-weight: 400; }
nav.areas { display: flex; flex-wrap: wrap; gap: .25rem 1rem; margin-bottom: 1.5rem; }
`.trim()

export const STYLE_PATH = '/-/style.css'

export const styleRoute = plainRoute({
  method: 'GET',
  path: STYLE_PATH,
  handle: () => ({
    status: 200,
    headers: [
      ['Content-Type', 'text/css; charset=utf-8'],
      ['Cache-Control', 'public, max-age=300'],
    ],
    body: SHEET,
  }),
})
