import {
  AREAS,
  type Attribute,
  editionOf,
  isOffered,
  readSettings,
  requestedChange,
  type SettingName,
  type SettingsRecord,
  updateSettings,
} from '@forgefold/core/domains/instance/settings'
import * as E from 'fp-ts/lib/Either.js'
import type { HttpResponse, PlainRoute, RawParams } from '../../http/index.js'
import { alert, type Findings, failurePage, findingsOf, problem, tokenField } from '../forms.js'
import { type Html, html } from '../html.js'
import { redirect } from '../layout.js'
import { type PageContext, visitorForm, visitorPage } from '../page-context.js'
import { refusalFor } from './administrators-only.js'
import { settingField } from './setting-field.js'
import { changesIn, sentFor } from './setting-form.js'

const PATH = '/admin/application_settings'

interface Area {
  readonly title: string
  readonly slug: string
  readonly settings: ReadonlyArray<readonly [name: SettingName, attribute: Attribute]>
}

const slugOf = (title: string): string => title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')

/** The areas of the catalogue that this tier and release have. */
const areasOf = ({ forge }: PageContext): ReadonlyArray<Area> =>
  Object.entries(AREAS)
    .map(([title, attributes]) => ({
      title,
      slug: slugOf(title),
      settings: (Object.entries(attributes) as unknown as Area['settings']).filter(([name]) =>
        isOffered(name, editionOf(forge)),
      ),
    }))
    .filter(({ settings }) => settings.length > 0)

/** Pages of settings of the reference implementation, by the area that has most of their settings here. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  general: 'signing-in',
  repository: 'repositories',
  templates: 'groups-and-projects',
  ci_cd: 'pipelines-and-runners',
  reporting: 'spam-and-robots',
  metrics_and_profiling: 'the-rest',
  network: 'throttles',
  appearance: 'mail-and-appearance',
  preferences: 'mail-and-appearance',
  advanced_search: 'search',
  geo: 'clusters-and-replicas',
  service_usage_data: 'the-rest',
}

const navigation = (areas: ReadonlyArray<Area>, here: Area): Html =>
  html`<nav class="areas" aria-label="Settings">${areas.map(
    ({ title, slug }) =>
      html`<a href="${PATH}/${slug}"${slug === here.slug ? html` aria-current="page"` : ''}>${title}</a>`,
  )}</nav>`

const formPage = (
  visit: PageContext,
  area: Area,
  { values }: SettingsRecord,
  refused?: { readonly form: RawParams; readonly findings: Findings; readonly said: string | undefined },
): HttpResponse => {
  const others = Object.entries(refused?.findings ?? {}).filter(
    ([name]) => !area.settings.some(([own]) => own === name),
  )
  const elsewhere = others.map(([name, texts]) => `${name} ${texts.join(', ')}`.trim()).join('; ')
  const said = [refused?.said, elsewhere].filter((text) => text !== undefined && text !== '').join('; ')
  return visit.page({
    title: `Settings: ${area.title}`,
    place: PATH,
    width: 'wide',
    status: refused === undefined ? 200 : 422,
    body: html`<h1>Settings of the instance</h1>
${navigation(areasOf(visit), area)}
${refused === undefined ? '' : alert(said === '' ? 'Nothing was saved: some values cannot be.' : `Nothing was saved: ${said}`)}
<section class="card" aria-labelledby="area"><h2 id="area">${area.title}</h2>
<form method="post" action="${PATH}/${area.slug}">
${tokenField(visit.csrf)}
${area.settings.map(([name, attribute]) =>
  settingField({
    name,
    attribute,
    value: values[name],
    sent: refused === undefined ? undefined : sentFor(refused.form, name),
    wrong: refused?.findings[name] ?? [],
  }),
)}
<div class="actions"><button type="submit">Save</button></div>
</form></section>`,
  })
}

const notFound = problem('There is nothing here', 'There are no settings of this name.', 404)

/** The area in the path, for an administrator, with the current settings. */
const opened = async (
  visit: PageContext,
): Promise<E.Either<HttpResponse, { readonly area: Area; readonly record: SettingsRecord }>> => {
  const refusal = refusalFor(visit, visit.request.path)
  if (refusal !== undefined) return E.left(refusal)
  const area = areasOf(visit).find(({ slug }) => slug === visit.params['area'])
  if (area === undefined) return E.left(notFound)
  const record = await readSettings(visit.forge, visit.caller())
  return E.isLeft(record)
    ? E.left(failurePage('This did not work', record.left))
    : E.right({ area, record: record.right })
}

const save = async (visit: PageContext, form: RawParams): Promise<HttpResponse> => {
  const found = await opened(visit)
  if (E.isLeft(found)) return found.left
  const { area, record } = found.right
  const changes = changesIn(form, area.settings, record.values)
  const here = `${PATH}/${area.slug}`
  if (Object.keys(changes).length === 0) return visit.done(here, { notice: 'Nothing was changed.' })
  const change = requestedChange(visit.forge, changes)
  const changed = E.isLeft(change) ? change : await updateSettings(visit.forge, visit.caller(), change.right)
  if (E.isRight(changed)) return visit.done(here, { notice: 'The settings are saved.' })
  const { left } = changed
  if (left.kind === 'Unavailable') return failurePage('This did not work', left)
  const said = left.kind === 'BadParameters' ? left.error : undefined
  const findings = said === undefined ? findingsOf(left) : {}
  return formPage(visit, area, record, { form, findings, said })
}

/** `/admin/application_settings`: the settings by area, each with its reference text, default and effect. */
export const settingsPages: ReadonlyArray<PlainRoute> = [
  visitorPage(PATH, (visit) => {
    const [first] = areasOf(visit)
    return refusalFor(visit, PATH) ?? redirect(`${PATH}/${first?.slug ?? ''}`)
  }),
  visitorPage(`${PATH}/:area`, async (visit) => {
    const elsewhere = ELSEWHERE[visit.params['area'] ?? '']
    if (elsewhere !== undefined) return redirect(`${PATH}/${elsewhere}`)
    const found = await opened(visit)
    return E.isLeft(found) ? found.left : formPage(visit, found.right.area, found.right.record)
  }),
  visitorForm(`${PATH}/:area`, save),
]
