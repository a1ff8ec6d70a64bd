import { type Decoded, object, type ParamSpecs, type ParamType } from '../../http/index.js'

/** The `not` parameter (`not[author_id]=1`): negated filters; mutually exclusive pairs are those of the plain parameters. */
export const negation = <P extends ParamSpecs>(
  specs: P,
  pairs: ReadonlyArray<readonly [keyof P & string, keyof P & string]>,
): ParamType<Decoded<P>> => {
  const plain = object(specs)
  return {
    schema: plain.schema,
    coerce: (raw, name) => {
      const coerced = plain.coerce(raw, name)
      if (!coerced.ok) return coerced
      const clashes = pairs.filter((pair) => pair.every((key) => coerced.value[key] !== undefined))
      if (clashes.length === 0) return coerced
      const nested = clashes.map((pair) => `${pair.map((key) => `${name}[${key}]`).join(', ')} are mutually exclusive`)
      return { ok: false, finding: { nested } }
    },
  }
}
