/**
 * The part of a CycloneDX bill of the whole repository that runs in production: packages of the lock file
 * that are not only there for development, with the dependencies between them. `npm sbom --omit dev` cannot
 * be used: it leaves out packages of production that something in development has as an optional peer.
 * @param bill what `npm sbom --sbom-format cyclonedx` prints
 * @param lock the parsed package-lock.json (version 3)
 */
export function toProductionBill(bill, lock) {
  const wanted = productionPackages(lock);
  const components = bill.components.filter((component) => wanted.has(toName(component)));
  const refs = new Set([bill.metadata.component['bom-ref'], ...components.map((component) => component['bom-ref'])]);
  const dependencies = bill.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((one) => refs.has(one)) }));
  const component = { ...bill.metadata.component, name: lock.name };
  return { ...bill, metadata: { ...bill.metadata, component }, components, dependencies };
}

/**
 * `name@version` of every package of the lock file that production installs; our own workspaces are the
 * product itself.
 */
export function productionPackages(lock) {
  const result = new Set();
  for (const [path, { name, version, dev, devOptional, link }] of Object.entries(lock.packages))
    if (path.includes('node_modules/') && !link && !dev && !devOptional)
      result.add(`${name ?? path.split('node_modules/').at(-1)}@${version}`);
  return result;
}

const toName = ({ group, name, version }) => `${group ? `${group}/` : ''}${name}@${version}`;
