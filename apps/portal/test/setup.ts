import '../src/styles/tokens.css';
import '../src/styles/base.css';
