import type { LabelAccess } from '@forgefold/core/domains/planning/label'
import type { ResourceParentKind } from '@forgefold/core/domains/projects/resource-parent'
import type { Rejection } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import { type Answer, type Context, integer, nullable, optional, required, string } from '../../../../http/index.js'
import { presentLabel } from './presenter.js'

export const area = 'Labels'
export const name = required(string(), 'The number or the title of the label')
export const CHANGES = ['new_name', 'color', 'description', 'priority'] as const

export const details = {
  description: optional(string(), 'What it is for'),
  priority: optional(nullable(integer({ minimum: 0 })), 'Lower comes first; null takes it away'),
}

/** The parameters by which old clients name a label outside the path. */
export const byNameOrNumber = {
  name: optional(string(), 'The title of the label'),
  label_id: optional(integer(), 'The number of the label'),
}

export const userIdOf = ({ principal }: Context): number | undefined =>
  principal.kind === 'user' ? principal.userId : undefined

export const answerOne = async (
  context: Context,
  result: E.Either<Rejection, LabelAccess>,
  status = 200,
): Promise<Answer> => {
  if (E.isLeft(result)) return result
  const { label, place } = result.right
  return E.right({
    status,
    json: await presentLabel(context.forge, label, { place, userId: userIdOf(context), counts: false }),
  })
}

/** A label of a project or a group, as use cases take it. */
export const refIn = (kind: ResourceParentKind) => (params: { readonly id: string; readonly name: string }) => ({
  place: { kind, ref: params.id },
  name: params.name,
})
