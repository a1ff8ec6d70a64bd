import type { Instance } from '@forgefold/core/app'
import { isDeprecated } from '@forgefold/core/releases'
import { API_BASE, existsOn, isRouteServed, narrow, type Param, type Route } from '../http/index.js'
import { escaped } from '../pages/html.js'
import { operationIdOf } from './operation.js'

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 70rem; margin: 0 auto; padding: 1.5rem; }
nav ul { columns: 16rem; padding: 0; list-style: none; }
details { border: 1px solid color-mix(in srgb, currentColor 20%, transparent); border-radius: .4rem; margin-block: .4rem; padding: .3rem .7rem; }
summary { cursor: pointer; }
summary code { font-weight: 600; overflow-wrap: anywhere; }
summary .method { display: inline-block; min-width: 4.5rem; }
.deprecated code { text-decoration: line-through; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; margin-block: .5rem; }
th, td { text-align: start; vertical-align: top; padding: .3rem .6rem; border-bottom: 1px solid color-mix(in srgb, currentColor 15%, transparent); }
small { opacity: .75; }
`

const typeText = (schema: Readonly<Record<string, unknown>>): string => {
  const { type, format, items, enum: words, oneOf } = schema
  if (Array.isArray(words)) return words.map(String).join(' | ')
  if (type === 'array') return `list of ${typeText((items ?? {}) as Readonly<Record<string, unknown>>)}`
  if (Array.isArray(oneOf)) return oneOf.map((one) => typeText(one as Readonly<Record<string, unknown>>)).join(' or ')
  return format === undefined ? String(type ?? 'any') : `${String(type)} (${String(format)})`
}

const notesOf = (param: Param<unknown>, instance: Instance): string =>
  [
    param.required ? 'required' : '',
    param.fallback === undefined ? '' : `default ${JSON.stringify(param.fallback)}`,
    param.tier ?? '',
    isDeprecated(param, instance.release) ? 'deprecated' : '',
  ]
    .filter((note) => note !== '')
    .join(', ')

const row = ([name, param]: readonly [string, Param<unknown>], instance: Instance): string =>
  `<tr><th scope="row"><code>${escaped(name)}</code></th><td>${escaped(typeText(param.type.schema))}</td>
<td>${escaped(param.summary)} <small>${escaped(notesOf(param, instance))}</small></td></tr>`

const WHO = { anyone: 'anybody', user: 'somebody signed in', admin: 'an administrator' } as const

const section = (route: Route, instance: Instance): string => {
  const params = Object.entries(narrow(route.params, (lifespan) => existsOn(instance, lifespan)))
  const table =
    params.length === 0
      ? ''
      : `<table><thead><tr><th>Parameter</th><th>Type</th><th>Meaning</th></tr></thead><tbody>
${params.map((entry) => row(entry, instance)).join('\n')}</tbody></table>`
  const ageing = isDeprecated(route, instance.release) ? ' class="deprecated"' : ''
  const tier = route.tier === undefined ? '' : ` <small>${escaped(route.tier)}</small>`
  return `<details id="${escaped(operationIdOf(route))}"${ageing}>
<summary><code><span class="method">${route.method}</span> ${escaped(API_BASE + route.path)}</code> ${escaped(route.summary)}${tier}</summary>
<p>Open to ${WHO[route.door]}. Answers ${route.success.status}${route.success.description === undefined ? '' : `: ${escaped(route.success.description)}`}.</p>
${table}</details>`
}

const anchor = (area: string): string => `area-${area.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`

/** The routes of this release and tier as a page that works without scripts. */
export const apiPage = (routes: ReadonlyArray<Route>, instance: Instance): string => {
  const served = routes.filter((route) => isRouteServed(route, instance))
  const areas = [...new Set(served.map(({ area }) => area))].sort()
  const part = (area: string): string => `<h2 id="${anchor(area)}">${escaped(area)}</h2>
${served
  .filter((route) => route.area === area)
  .map((route) => section(route, instance))
  .join('\n')}`
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>The API of this server</title><style>${STYLE}</style></head><body>
<h1>The API of this server</h1>
<p>API release ${escaped(instance.release)}, tier ${escaped(instance.tier)}: ${served.length} endpoints.
As data: <a href="${API_BASE}/openapi.json">OpenAPI 3.1</a>. <a href="/-/docs/deprecations">What changes between releases</a>.</p>
<nav><ul>${areas.map((area) => `<li><a href="#${anchor(area)}">${escaped(area)}</a></li>`).join('')}</ul></nav>
${areas.map(part).join('\n')}
</body></html>
`
}
