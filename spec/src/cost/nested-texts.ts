/** A schema of the OpenAPI document, as far as it tells where texts are. */
export interface Schema {
  readonly type?: string | ReadonlyArray<string>
  readonly enum?: ReadonlyArray<unknown>
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: ReadonlyArray<string>
  readonly items?: Schema
  readonly oneOf?: ReadonlyArray<Schema>
}

/** The project that every path means, its branch and its things: the first of each kind. */
export const KNOWN: Readonly<Record<string, unknown>> = {
  id: '1',
  name: 'one',
  title: 'one',
  ref: 'main',
  branch: 'main',
  sha: 'main',
  source_branch: 'work',
  target_branch: 'main',
  scopes: 'api',
  commit_message: 'one',
  file_path: 'README.md',
  tag_name: 'one',
  key: 'one',
}

/** Whether any text fits. */
export const isText = ({ type, enum: words }: Schema = {}): boolean =>
  words === undefined && (type === 'string' || (Array.isArray(type) && type.includes('string')))

/** A value that fits. */
export const sampleOf = (name: string, schema: Schema = {}): unknown =>
  schema.enum?.[0] ?? KNOWN[name] ?? (isText(schema) ? 'one' : 1)

/** A text somewhere in a value: its name as clients write it (`actions[][content]`), and the value that holds a text there. */
export interface NestedText {
  readonly name: string
  readonly holding: (text: string) => unknown
}

const inObject = (name: string, { properties = {}, required = [] }: Schema): ReadonlyArray<NestedText> => {
  const needed = Object.fromEntries(required.map((key) => [key, sampleOf(key, properties[key])]))
  return Object.entries(properties).flatMap(([key, inner]) =>
    textsIn(`${name}[${key}]`, inner).map((one) => ({
      name: one.name,
      holding: (text: string) => ({ ...needed, [key]: one.holding(text) }),
    })),
  )
}

/** Every text in a value of a schema, however deep. */
export const textsIn = (name: string, schema: Schema): ReadonlyArray<NestedText> => {
  if (isText(schema)) return [{ name, holding: (text) => text }]
  const inItems = schema.items === undefined ? [] : textsIn(`${name}[]`, schema.items)
  return [
    ...(schema.oneOf ?? []).flatMap((one) => textsIn(name, one)),
    ...inItems.map((one) => ({ name: one.name, holding: (text: string) => [one.holding(text)] })),
    ...inObject(name, schema),
  ]
}
