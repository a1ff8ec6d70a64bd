import type { Forge } from '@forgefold/core/app'
import { CI_VARIABLE_TYPES, type CiVariableRow, ciVariableValue } from '@forgefold/core/domains/delivery/ci-variable'
import { boolean, oneOf, optionalField, record, type Shape, text } from '../../shape.js'

/** A CI/CD variable (docs/reference/behaviour/delivery.md#cicd-variables). */
export const ciVariableShape: Shape = record('CiVariable', {
  variable_type: oneOf(CI_VARIABLE_TYPES),
  key: text,
  value: text,
  protected: boolean,
  masked: boolean,
  raw: boolean,
  environment_scope: optionalField(text),
})

/** A CI/CD variable; those of the instance have no scope. */
export const presentCiVariable = (forge: Forge, row: CiVariableRow) => ({
  variable_type: row.type,
  key: row.key,
  value: ciVariableValue(forge, row),
  protected: row.protected,
  masked: row.masked,
  raw: row.raw,
  ...(row.owner.kind === 'instance' ? {} : { environment_scope: row.environmentScope }),
})
