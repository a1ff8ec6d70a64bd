import type { Rejection } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import type { HttpResponse, PlainRoute, RawParams } from '../../http/index.js'
import { type Findings, field, findingsOf, type Input, input, problem, tokenField } from '../forms.js'
import { type Html, html } from '../html.js'
import { type PageContext, visitorForm, visitorPage } from '../page-context.js'

type Result<A> = E.Either<Rejection, A>

/** Something of the user's own that is added and deleted, and never changed. */
interface Own {
  readonly id: number
}

/** A page with a list of the user's own things, a form that adds one, and a button that deletes one. */
export interface OwnList<A extends Own> {
  readonly path: string
  readonly title: string
  /** What they are for. */
  readonly about: Html
  readonly list: (visit: PageContext) => Result<ReadonlyArray<A>>
  readonly nameOf: (one: A) => string
  /** The columns after the name. */
  readonly columns: ReadonlyArray<readonly [label: string, cell: (one: A) => Html | string]>
  /** What the form asks for, with the title of the form on its button. */
  readonly adding: string
  readonly inputs: ReadonlyArray<Input>
  readonly add: (visit: PageContext, typed: (name: string) => string) => Promise<Result<A>>
  readonly remove: (visit: PageContext, id: number) => Promise<Result<void>>
}

const NO_FORM: RawParams = {}

const tableOf = <A extends Own>(visit: PageContext, { path, nameOf, columns }: OwnList<A>, all: ReadonlyArray<A>) => {
  if (all.length === 0) return html`<p>You have none.</p>`
  const heads = columns.map(([label]) => html`<th scope="col">${label}</th>`)
  const rows = all.map(
    (one) =>
      html`<tr><th scope="row">${nameOf(one)}</th>${columns.map(
        ([label, cell]) => html`<td data-label="${label}">${cell(one)}</td>`,
      )}<td class="doing"><form method="post" action="${path}/${one.id}/delete">${tokenField(visit.csrf)}<button class="danger" aria-label="Delete ${nameOf(one)}">Delete</button></form></td></tr>`,
  )
  return html`<table><thead><tr><th scope="col"><span class="unseen">Name</span></th>${heads}<th scope="col"><span class="unseen">Actions</span></th></tr></thead>
<tbody>${rows}</tbody></table>`
}

const listPage = <A extends Own>(
  visit: PageContext,
  own: OwnList<A>,
  typed = NO_FORM,
  wrong: Findings = {},
): HttpResponse => {
  const found = own.list(visit)
  const asked = new Set(own.inputs.map(({ name }) => name))
  const elsewhere = Object.entries(wrong).filter(([name]) => !asked.has(name))
  return visit.page({
    title: own.title,
    place: own.path,
    width: 'wide',
    status: Object.keys(wrong).length === 0 ? 200 : 422,
    body: html`<h1>${own.title}</h1>
<section class="card" aria-label="${own.title}">${own.about}${tableOf(visit, own, E.isRight(found) ? found.right : [])}</section>
<section class="card" aria-labelledby="new"><h2 id="new">${own.adding}</h2>
${elsewhere.map(([name, texts]) => html`<p class="wrong" role="alert">${`${name} ${texts.join(', ')}`.trim()}</p>`)}
<form method="post" action="${own.path}">
${tokenField(visit.csrf)}
${own.inputs.map((one) => input({ ...one, value: field(typed, one.name), wrong: wrong[one.name] }))}
<div class="actions"><button type="submit">${own.adding}</button></div>
</form></section>`,
  })
}

const missing = problem('There is nothing here', 'It was deleted, or it is not yours.', 404)

/** The page of a list, and the targets of its forms. */
export const ownListPages = <A extends Own>(own: OwnList<A>): ReadonlyArray<PlainRoute> => [
  visitorPage(own.path, (visit) => listPage(visit, own)),
  visitorForm(own.path, async (visit, form) => {
    const added = await own.add(visit, (name) => field(form, name) ?? '')
    if (E.isLeft(added)) return listPage(visit, own, form, findingsOf(added.left))
    return visit.done(own.path, { notice: `${own.nameOf(added.right)} is added.` })
  }),
  visitorForm(`${own.path}/:id/delete`, async (visit) => {
    const id = Number(visit.params['id'])
    if (!Number.isSafeInteger(id)) return missing
    const removed = await own.remove(visit, id)
    if (E.isRight(removed)) return visit.done(own.path, { notice: 'It is deleted.' })
    return removed.left.kind === 'NotFound' ? missing : listPage(visit, own, NO_FORM, findingsOf(removed.left))
  }),
]

/** The day of an instant, or other words if there is none. */
export const dayOr = (moment: string | null, otherwise: string): string => moment?.slice(0, 10) ?? otherwise
