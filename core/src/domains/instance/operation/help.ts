import type { Settings } from '../settings/catalogue/index.js'

const filled = (text: string | null): string | undefined => (text === null || text.trim() === '' ? undefined : text)

/** What the administrator has to say on the page of help. */
export interface Help {
  /** Markdown, one text after the other. */
  readonly texts: ReadonlyArray<string>
  /** Where people find support; undefined: nowhere in particular. */
  readonly support: string | undefined
}

export const helpOf = (settings: Settings): Help => ({
  texts: [filled(settings.help_page_text), filled(settings.help_text)].filter((text) => text !== undefined),
  support: filled(settings.help_page_support_url),
})

/** Where administrators find dashboards; undefined where they are shown none. */
export const dashboardsFor = (admin: boolean, settings: Settings): string | undefined =>
  admin && settings.dashboards_enabled ? filled(settings.dashboards_url) : undefined
