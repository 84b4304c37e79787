/**
 * The reason why the registry, or the proxy before it, cannot be reached, in a sentence.
 * @param setting of the package manager, such as `registry`; anything but an address counts as none
 * @returns undefined where a connection opens, or nothing is known
 */
export function registryFault(
  setting: (name: string) => string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<string | undefined>
