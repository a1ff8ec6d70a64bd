import { filled } from '../../../kernel/index.js'
import type { Settings } from '../settings/catalogue/index.js'

/** The administrator's texts for the help page. */
export interface Help {
  /** Markdown texts, in order. */
  readonly texts: ReadonlyArray<string>
  /** Where users find support; undefined: not configured. */
  readonly support: string | undefined
}

/** The help page of these settings; blank texts are left out. */
export const helpOf = (settings: Settings): Help => ({
  texts: [filled(settings.help_page_text), filled(settings.help_text)].filter((text) => text !== undefined),
  support: filled(settings.help_page_support_url),
})

/** Where administrators find dashboards; undefined for others, and where none are configured. */
export const dashboardsFor = (admin: boolean, settings: Settings): string | undefined =>
  admin && settings.dashboards_enabled ? filled(settings.dashboards_url) : undefined
