import type { Instance } from '@forgefold/core/app'
import { isDeprecated } from '@forgefold/core/releases'
import { API_BASE, existsOn, isRouteServed, narrowParams, type Param, type Route } from '../http/index.js'
import { escaped } from '../pages/html.js'
import { operationIdOf } from './operation.js'

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

const CALLER_WORDS = {
  anyone: 'anyone',
  user: 'a signed-in user',
  auditor: 'an administrator or auditor',
  admin: 'an administrator',
} as const

const section = (route: Route, instance: Instance): string => {
  const params = Object.entries(narrowParams(route.params, (lifespan) => existsOn(instance, lifespan)))
  const table =
    params.length === 0
      ? ''
      : `<table><thead><tr><th scope="col">Parameter</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead><tbody>
${params.map((entry) => row(entry, instance)).join('\n')}</tbody></table>`
  const ageing = isDeprecated(route, instance.release) ? ' deprecated' : ''
  const tier = route.tier === undefined ? '' : ` <small>${escaped(route.tier)}</small>`
  return `<details class="operation${ageing}" id="${escaped(operationIdOf(route))}">
<summary><code><span class="method">${route.method}</span> ${escaped(API_BASE + route.path)}</code> ${escaped(route.summary)}${tier}</summary>
<p>Open to ${CALLER_WORDS[route.caller]}. Answers ${route.success.status}${route.success.description === undefined ? '' : `: ${escaped(route.success.description)}`}.</p>
${table}</details>`
}

const anchor = (area: string): string => `area-${area.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`

/** The body of the page that lists the routes of this release and tier. */
export const apiPage = (routes: ReadonlyArray<Route>, instance: Instance): string => {
  const served = routes.filter((route) => isRouteServed(route, instance))
  const areas = [...new Set(served.map(({ area }) => area))].sort()
  const part = (area: string): string => `<h2 id="${anchor(area)}">${escaped(area)}</h2>
${served
  .filter((route) => route.area === area)
  .map((route) => section(route, instance))
  .join('\n')}`
  return `<h1>The API of this server</h1>
<p>API release ${escaped(instance.release)}, tier ${escaped(instance.tier)}: ${served.length} endpoints.
As data: <a href="${API_BASE}/openapi.json">OpenAPI 3.1</a>. <a href="/-/docs/deprecations">What changes between releases</a>. <a href="/-/docs">Guides and reference</a>.</p>
<nav class="columns" aria-label="Areas"><ul>${areas.map((area) => `<li><a href="#${anchor(area)}">${escaped(area)}</a></li>`).join('')}</ul></nav>
${areas.map(part).join('\n')}`
}
