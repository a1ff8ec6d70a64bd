/** The part of JSON Schema that the seed needs. */
export interface Schema {
  readonly type?: string | ReadonlyArray<string>
  readonly description?: string
  readonly enum?: ReadonlyArray<string>
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: ReadonlyArray<string>
  readonly additionalProperties?: Schema | false
  readonly items?: Schema
}

export const text = (description?: string): Schema => ({
  type: 'string',
  ...(description === undefined ? {} : { description }),
})
export const list = (items: Schema): Schema => ({ type: 'array', items })
export const word = (...words: ReadonlyArray<string>): Schema => ({ type: 'string', enum: words })
export const mapOf = (values: Schema): Schema => ({ type: 'object', additionalProperties: values })

export const thing = (properties: Readonly<Record<string, Schema>>, ...required: ReadonlyArray<string>): Schema => ({
  type: 'object',
  properties,
  additionalProperties: false,
  ...(required.length === 0 ? {} : { required }),
})

export const orNothing = (schema: Schema): Schema => ({ ...schema, type: ['object', 'null'] })
