import {
  deleteFeatureFlag,
  type FeatureFlagRow,
  type FeatureGates,
  type GateChange,
  listFeatureFlags,
  setFeatureFlag,
} from '@forgefold/core/domains/instance/feature-flag'
import { badParameters, type Rejection, refuse } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import {
  boolean,
  created,
  type Decoded,
  filter,
  ok,
  oneOf,
  optional,
  type Route,
  required,
  respondNoContent,
  route,
  string,
  withDefault,
} from '../../../../http/index.js'
import { callerOf } from '../../path-ids.js'
import { anything, arrayOf, nothing, record, type Shape, text } from '../../shape.js'

const AREA = 'Features'

const featureShape: Shape = record('Feature', {
  name: text,
  state: text,
  gates: arrayOf(record('FeatureGate', { key: text, value: anything })),
  definition: nothing,
})

const stateOf = ({ boolean: whole, ...others }: FeatureGates): string => {
  if (whole === true) return 'on'
  const some = [others.percentageOfTime, others.percentageOfActors].some((share) => share !== null && share > 0)
  return some || others.actors.length > 0 || others.groups.length > 0 ? 'conditional' : 'off'
}

const gatesOf = (gates: FeatureGates): ReadonlyArray<{ readonly key: string; readonly value: unknown }> => [
  { key: 'boolean', value: gates.boolean ?? false },
  ...(gates.percentageOfActors === null ? [] : [{ key: 'percentage_of_actors', value: gates.percentageOfActors }]),
  ...(gates.percentageOfTime === null ? [] : [{ key: 'percentage_of_time', value: gates.percentageOfTime }]),
  ...(gates.actors.length === 0 ? [] : [{ key: 'actors', value: gates.actors }]),
  ...(gates.groups.length === 0 ? [] : [{ key: 'groups', value: gates.groups }]),
]

const present = ({ name, gates }: FeatureFlagRow) => ({
  name,
  state: stateOf(gates),
  gates: gatesOf(gates),
  definition: null,
})

const params = {
  name: required(string(), 'The name of the feature'),
  value: required(string(), '`true`, `false`, or a percentage'),
  key: withDefault(
    filter(oneOf(['percentage_of_time', 'percentage_of_actors'])),
    'percentage_of_time',
    'What it is a percentage of',
  ),
  feature_group: optional(filter(string()), 'For this group of features only'),
  user: optional(string(), 'For these users only, by name, with commas'),
  group: optional(string(), 'For these groups only, by path, with commas'),
  namespace: optional(string(), 'For these namespaces only, by path, with commas'),
  project: optional(string(), 'For these projects only, by path, with commas'),
  repository: optional(string(), 'For these repositories only, by path, with commas'),
  force: withDefault(boolean(), false, 'Without looking whether the feature is known'),
}

const ACTORS = ['user', 'group', 'namespace', 'project', 'repository'] as const
const WORDS = { user: 'User', group: 'Group', namespace: 'Namespace', project: 'Project', repository: 'Repository' }

/** The most names of one kind, as of lists. */
const MOST_NAMES = 20_000

/** Looked at before a text is split: a body may have millions. */
const hasTooManyNames = (text: string): boolean => {
  let names = 1
  for (let at = text.indexOf(','); at >= 0 && names <= MOST_NAMES; at = text.indexOf(',', at + 1)) names++
  return names > MOST_NAMES
}

/** The gate of the parameters; a percentage applies to all actors. */
const changeOf = (wanted: Decoded<typeof params>): E.Either<Rejection, GateChange> => {
  const { value, key, feature_group: group } = wanted
  const crowded = ACTORS.find((kind) => hasTooManyNames(wanted[kind] ?? ''))
  if (crowded !== undefined) return refuse(badParameters(`${crowded} has too many values (limit is ${MOST_NAMES})`))
  const actors = ACTORS.flatMap((kind) =>
    (wanted[kind] ?? '').split(',').flatMap((name) => (name.trim() === '' ? [] : `${WORDS[kind]}:${name.trim()}`)),
  )
  if (value === 'true' || value === 'false') {
    const on = value === 'true'
    if (group !== undefined) return E.right({ gate: 'groups', names: [group], on })
    return E.right(actors.length === 0 ? { gate: 'boolean', on } : { gate: 'actors', names: actors, on })
  }
  if (!/^\d{1,3}$/.test(value)) return refuse(badParameters('value is invalid'))
  const gate = key === 'percentage_of_actors' ? 'percentageOfActors' : 'percentageOfTime'
  return E.right({ gate, percentage: Number(value) })
}

/** Feature flags of the instance. */
export const featureRoutes: ReadonlyArray<Route> = [
  route({
    method: 'GET',
    path: '/features',
    area: AREA,
    summary: 'List the features that were set',
    caller: 'admin',
    params: {},
    success: { status: 200, schemaFor: arrayOf(featureShape) },
    handler: ({ forge, principal }) => {
      const found = listFeatureFlags(forge, { principal }, undefined)
      return E.isLeft(found) ? found : ok(found.right.map(present))
    },
  }),
  route({
    method: 'POST',
    path: '/features/:name',
    area: AREA,
    summary: 'Set a feature',
    caller: 'admin',
    params,
    success: { status: 201, schemaFor: featureShape },
    handler: async (context, wanted) => {
      const change = changeOf(wanted)
      if (E.isLeft(change)) return change
      const done = await setFeatureFlag(context.forge, callerOf(context), { name: wanted.name, change: change.right })
      return E.isLeft(done) ? done : created(present(done.right))
    },
  }),
  route({
    method: 'DELETE',
    path: '/features/:name',
    area: AREA,
    summary: 'Delete what was set of a feature',
    caller: 'admin',
    params: { name: params.name },
    success: { status: 204 },
    handler: async (context, { name }) =>
      respondNoContent(await deleteFeatureFlag(context.forge, callerOf(context), name)),
  }),
]
