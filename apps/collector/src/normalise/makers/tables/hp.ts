import { counter, firmware, labelled, type MakerTable, text } from '../table.ts';

const device = '1.3.6.1.4.1.11.2.3.9.4.2.1';

/**
 * The page counts are of sides: a duplexed sheet counts two (description of total-color-page-count); a page
 * with any colour is a colour page. duplex-page-count is shown by its label, as models disagree whether it
 * counts sheets or sides. fw-rom-revision is the version where a model has one; the others show
 * fw-rom-datecode as their firmware.
 */
export const hp: MakerTable = {
  maker: 'HP',
  enterprises: [
    { number: 11, printers: '2.3.9' },
    // LaserJet Pro and office inkjets have numbers of their own.
    { number: 26_696, printers: 'all' },
    { number: 29_999, printers: 'all' },
  ],
  brand: /hp|hewlett[- ]?packard/,
  series: /laser ?jet|office ?jet|desk ?jet|page ?wide|design ?jet|photosmart|jetdirect/,
  source: 'HP-LASERJET-COMMON-MIB, FUTURESMART-MIB',
  root: '1.3.6.1.4.1.11.2.3.9',
  objects: [
    { oid: `${device}.1.3.3.0`, name: 'serial-number', means: text.serial },
    { oid: `${device}.1.3.2.0`, name: 'model-name', means: text.model },
    { oid: `${device}.1.3.6.0`, name: 'fw-rom-revision', means: firmware('system') },
    { oid: `${device}.1.3.5.0`, name: 'fw-rom-datecode', means: firmware('system') },
    { oid: `${device}.4.1.2.5.0`, name: 'total-engine-page-count', means: counter('total', 'impressions') },
    { oid: `${device}.4.1.2.6.0`, name: 'total-mono-page-count', means: counter('black', 'impressions') },
    { oid: `${device}.4.1.2.7.0`, name: 'total-color-page-count', means: counter('color', 'impressions') },
    { oid: `${device}.4.1.2.22.0`, name: 'duplex-page-count', means: labelled('duplex-page-count') },
  ],
};
