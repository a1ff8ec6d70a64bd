import type { ImageSources } from '@forgefold/adapters/markdown'
import { type AssetProxy, assetProxy, diagramRenderer } from '@forgefold/core/domains/instance/operation'
import { hostOf, type SettingsView } from '@forgefold/core/domains/instance/settings'

/** Where pictures in rendered Markdown come from, as the settings want it. */
export class MarkdownImages {
  readonly #settings: SettingsView
  readonly #externalUrl: string
  #proxy: AssetProxy | undefined

  constructor(settings: SettingsView, externalUrl: string) {
    this.#settings = settings
    this.#externalUrl = externalUrl
  }

  /** Takes the proxy that is set now, to be called at the start: what is set later counts from the next one (docs/decisions/settings-rulings.md). */
  loadProxy(): void {
    this.#proxy = assetProxy(this.#settings.current(), hostOf(this.#externalUrl))
  }

  sources(): ImageSources {
    const plantUml = diagramRenderer(this.#settings.current())
    return { externalUrl: this.#externalUrl, proxy: this.#proxy, plantUml }
  }
}
