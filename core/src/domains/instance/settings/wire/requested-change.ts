import type { FieldErrors } from '../../../../kernel/index.js'
import type { SettingValue } from '../catalogue/attribute.js'
import type { SettingName } from '../catalogue/index.js'

/** What a request wants, after its parameters were read: values by their present names, and what is already known to be wrong with some. */
export interface RequestedChange {
  readonly values: ReadonlyMap<SettingName, SettingValue>
  readonly findings: FieldErrors
  /** The path of the group that may see the performance bar; null takes it away. Undefined: not spoken of. */
  readonly performanceBarGroup: string | null | undefined
}
