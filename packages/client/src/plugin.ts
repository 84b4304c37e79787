/** Plug-ins as their owner sees them. */
import type { Field, Listed, ResolvedType } from './answers.ts'

/** A field of a page type that a plug-in brings. */
export interface PluginField extends Omit<Field, 'of' | 'options'> {
  of?: string
  options?: string[]
}

/** A page type that a plug-in brings. */
export interface PluginType {
  type: string
  label: string
  plural: string
  fields: PluginField[]
}

/** The changes that the webhook of a plug-in hears of: all, or those of a filter. */
export interface PluginEvents {
  url: string
  tag?: string
  type?: ResolvedType
  query?: string
  by?: 'devices' | 'tokens' | 'imports' | 'owner'
  /** Whether messages contain the written blocks. */
  blocks?: boolean
}

/** The terms of a program: its name, its host, and all that it may do. */
export interface PluginTerms {
  /** The address of the manifest. */
  url: string
  name: string
  /** The host that answers for the manifest. */
  host: string
  description?: string
  /** A page about the program. */
  site?: string
  /** The address where the person connects the program after the installation. */
  setUp?: string
  scope: 'read' | 'write'
  events?: PluginEvents
  pageTypes: readonly PluginType[]
}

/** A program as its manifest presents it now. */
export interface PluginOffer extends PluginTerms {
  /** Names this content; the installation takes it. */
  version: string
  /** The id of the plug-in that the account already has of it. */
  installed?: string
  /** The members that differ from those that the account agreed to. */
  changes?: ('name' | 'description' | 'site' | 'setUp' | 'scope' | 'events' | 'pageTypes')[]
}

/** A program that the account lets in. */
export interface Plugin extends PluginTerms {
  id: string
  /** The id of its webhook. */
  webhook?: string
  connected: boolean
  /** Milliseconds since 1970, as all times here. */
  lastUsedAt?: number
  createdAt: number
  agreedAt: number
}

/** Plug-ins, newest first. */
export interface PluginList extends Listed {
  plugins: readonly Plugin[]
}
