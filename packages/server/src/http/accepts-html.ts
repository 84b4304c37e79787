/** Whether a request asks for a page, as browsers do for the address bar. Programs accept any type, or name JSON. */
export const acceptsHtml = ({ headers }: Request): boolean =>
  /\btext\/html\b/i.test(headers.get('accept') ?? '')
