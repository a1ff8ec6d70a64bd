import type { Forge } from '@forgefold/core/app'
import { filledIn, type LicenseTemplate, type Template } from './template.js'

/** A template in a list. */
export const presentTemplateName = ({ key, name }: Template) => ({ key, name })

/** A template file. */
export const presentTemplate = ({ name, content }: Template) => ({ name, content })

/** The holder of a licence. */
export interface Holder {
  readonly fullname?: string | undefined
  readonly project?: string | undefined
}

/** A licence template for the current year. */
export const presentLicense = (forge: Forge, license: LicenseTemplate, holder: Holder = {}) => ({
  key: license.key,
  name: license.name,
  nickname: license.nickname,
  popular: license.popular,
  html_url: `https://spdx.org/licenses/${license.key.toUpperCase()}.html`,
  source_url: null,
  description: license.description,
  conditions: license.conditions,
  permissions: license.permissions,
  limitations: license.limitations,
  content: filledIn(license, { year: Number(forge.clock.now().slice(0, 4)), ...holder }),
})
