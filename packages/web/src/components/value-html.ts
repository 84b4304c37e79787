/** Text of a property, with working links, tags and addresses. */
import { createRenderer } from '@notegraph/render'
import { raw } from 'hono/html'
import type { Html } from '../html.ts'
import { nameAddress } from './links.ts'

export const valueHtml = (value: string): Html => raw(createRenderer({ page: nameAddress }).line(value))
