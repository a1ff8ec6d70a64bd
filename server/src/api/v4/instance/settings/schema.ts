import {
  ALIASES,
  type Attribute,
  attributeNamed,
  CATALOGUE,
  type Edition,
  INSTRUCTIONS,
  parameterNames,
  SETTING_NAMES,
  settingLifespan,
  settingsRequiredBy,
} from '@forgefold/core/domains/instance/settings'
import { BEFORE_FIRST_RELEASE, isDeprecated, RELEASES } from '@forgefold/core/releases'
import { type JsonSchema, once, optional, type Param, type ParamSpecs, success } from '../../../../http/index.js'
import { answeredNames } from './presenter.js'

const SHAPES: Readonly<Record<Attribute['shape'], JsonSchema>> = {
  boolean: { type: 'boolean' },
  integer: { type: 'integer' },
  number: { type: 'number' },
  decimal: { type: 'string', pattern: '^-?\\d+(\\.\\d+)?$' },
  text: { type: 'string' },
  texts: { type: 'array', items: { type: 'string' } },
  integers: { type: 'array', items: { type: 'integer' } },
  weights: { type: 'object', additionalProperties: { type: 'integer' } },
}

const BOUNDS = [
  ['min', 'minimum'],
  ['lowest', 'minimum'],
  ['max', 'maximum'],
  ['above', 'exclusiveMinimum'],
  ['below', 'exclusiveMaximum'],
  ['step', 'multipleOf'],
  ['maxLength', 'maxLength'],
  ['maxItems', 'maxItems'],
] as const

/** The description of a setting, with its unit and requirements. */
const describeSetting = (name: string, attribute: Attribute): string => {
  const { unit } = attribute
  const requires = settingsRequiredBy(ALIASES[name]?.of ?? name)
  const needs =
    requires === undefined
      ? ''
      : ` Needs ${requires.names.join(', ')}${requires.check === 'request' ? ' in the same request' : ''}.`
  const unitText = unit === undefined ? '' : ` In ${unit}.`
  return `${ALIASES[name]?.summary ?? attribute.summary}${unitText}${needs}`
}

const enumOf = (attribute: Attribute): JsonSchema => {
  const allowed = attribute.words ?? attribute.numbers
  if (allowed === undefined) return {}
  const { type } = SHAPES[attribute.shape]
  return type === 'array' ? { items: { type: 'string', enum: allowed } } : { enum: allowed }
}

/** The JSON Schema of one setting's value. */
const settingSchema = (attribute: Attribute): JsonSchema => ({
  ...SHAPES[attribute.shape],
  ...enumOf(attribute),
  ...Object.fromEntries(
    BOUNDS.filter(([own]) => attribute[own] !== undefined).map(([own, theirs]) => [theirs, attribute[own]]),
  ),
  ...(attribute.nullable ? { nullable: true } : {}),
})

/** The JSON Schema of the answer on a tier and release. */
export const settingsSchema = (edition: Edition): JsonSchema => {
  const properties: Record<string, JsonSchema> = {
    id: { type: 'integer' },
    created_at: { type: 'string', format: 'date-time', nullable: true },
    updated_at: { type: 'string', format: 'date-time', nullable: true },
  }
  for (const name of SETTING_NAMES)
    for (const answered of answeredNames(name, edition)) {
      const attribute = CATALOGUE[name] as Attribute
      const old = isDeprecated(settingLifespan(answered), edition.release)
      properties[answered] = {
        ...settingSchema(attribute),
        description: describeSetting(answered, attribute),
        ...(old ? { deprecated: true } : {}),
      }
    }
  return { type: 'object', properties, required: Object.keys(properties) }
}

/** Null is accepted for every setting, even where it is then refused: it has to reach the rules. */
const taken = (schema: JsonSchema, summary: string, name: string): Param<unknown> => {
  const { since, deprecated, until } = settingLifespan(name)
  return optional({ schema: { ...schema, nullable: true }, coerce: (raw) => success(raw) }, summary, {
    ...(since === undefined ? {} : { since }),
    ...(until === undefined ? {} : { until }),
    ...(deprecated === undefined ? {} : { deprecated, item: `settings.${name}` }),
  })
}

const INSTRUCTION_SHAPES = { text: SHAPES.text, boolean: SHAPES.boolean, texts: SHAPES.texts } as const

const parameter = (name: string): Param<unknown> => {
  const instruction = INSTRUCTIONS[name as keyof typeof INSTRUCTIONS]
  if (instruction !== undefined) {
    const oldPath = name === 'performance_bar_allowed_group_id'
    const param = taken(INSTRUCTION_SHAPES[instruction.shape], instruction.summary, name)
    return oldPath ? { ...param, deprecated: BEFORE_FIRST_RELEASE, item: `settings.${name}` } : param
  }
  const attribute = attributeNamed(ALIASES[name]?.of ?? name) as Attribute
  return taken(settingSchema(attribute), describeSetting(name, attribute), name)
}

/** The parameters of an update over all releases, each with its lifespan. Values arrive as sent: the core parses them. */
export const settingsParams: () => ParamSpecs = once(() =>
  Object.fromEntries([...new Set(RELEASES.flatMap(parameterNames))].map((name) => [name, parameter(name)] as const)),
)
