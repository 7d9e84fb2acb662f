"""Values by SciPy, statsmodels, ruptures, stumpy, pymannkendall and holidays, that the reasoning engine's statistics are held against.

  python3 -m venv env && env/bin/pip install numpy scipy statsmodels ruptures stumpy pymannkendall holidays
  env/bin/python bench/reasoning/references.py > services/reasoning/analysis/references.fixture.json
"""
import json
import math
import sys
import warnings

import holidays
import numpy as np
import pymannkendall
import ruptures
import stumpy
from scipy import special, stats
from scipy.cluster import hierarchy
from scipy.spatial import distance
from statsmodels.regression.linear_model import yule_walker
from statsmodels.stats.multitest import multipletests
from statsmodels.tsa.stattools import acf, adfuller, kpss

warnings.filterwarnings("ignore")
rng = np.random.default_rng(20260301)


def floats(values):
    return [round(float(v), 6) for v in values]


def ar1(n, phi):
    out, v = [], 0.0
    for e in rng.normal(size=n):
        v = phi * v + e
        out.append(v)
    return floats(out)


def special_functions():
    return {
        "normal_tail": [[z, float(stats.norm.sf(z))] for z in (-3.2, -0.5, 0.0, 0.3, 1.96, 4.5, 8.0)],
        "normal_quantile": [[p, float(stats.norm.ppf(p))] for p in (1e-8, 0.01, 0.2, 0.5, 0.77, 0.975, 0.99999)],
        "student_two_sided": [[t, df, float(2 * stats.t.sf(abs(t), df))] for t in (0.1, 1.3, 2.5, -7.0) for df in (1, 3.5, 12, 400)],
        "chi_squared_tail": [[x, df, float(stats.chi2.sf(x, df))] for x in (0.2, 3.0, 25.0, 120.0) for df in (1, 4, 30)],
        "f_tail": [[f, a, b, float(stats.f.sf(f, a, b))] for f in (0.4, 1.7, 9.0) for a, b in ((1, 9), (6, 40))],
        "log_gamma": [[x, float(special.gammaln(x))] for x in (0.1, 0.5, 1.0, 4.2, 170.0)],
        "digamma": [[x, float(special.digamma(x))] for x in (0.1, 1.0, 4.2, 170.0)],
    }


def trends():
    out = []
    for values in (ar1(40, 0.0), floats(np.arange(60) * 0.1 + rng.normal(size=60)), floats(np.round(rng.normal(size=50) * 2))):
        mk = pymannkendall.original_test(values)
        out.append({"x": values, "s": float(mk.s), "z": float(mk.z), "p": float(mk.p), "slope": float(stats.theilslopes(values).slope)})
    return out


def stationarity():
    out = []
    for values in (ar1(120, 0.3), ar1(200, 0.95), floats(np.cumsum(rng.normal(size=150))), floats(np.arange(90) * 0.2 + rng.normal(size=90))):
        lags = min(12, math.ceil(12 * (len(values) / 100) ** 0.25), len(values) // 2 - 3)
        a = adfuller(values, maxlag=lags, regression="c", autolag="AIC")
        k = kpss(values, regression="c", nlags="auto")
        out.append({"x": values, "adf": [float(a[0]), float(a[1]), int(a[2])], "kpss": [float(k[0]), float(k[1]), int(k[2])]})
    return out


def correlations():
    x, y = ar1(60, 0.5), ar1(60, 0.2)
    y = floats(np.array(y) + 0.6 * np.array(x))
    z = floats(np.array(x) - 0.5 * np.array(y) + rng.normal(size=60))
    m = np.corrcoef([x, y, z])
    inv = np.linalg.inv(m)
    p = floats(rng.uniform(size=12) ** 3)
    phi, _ = yule_walker(x, order=3, method="mle")
    return {
        "x": x, "y": y, "z": z,
        "pearson": [float(v) for v in stats.pearsonr(x, y)],
        "spearman": float(stats.spearmanr(x, np.round(y)).statistic),
        "rounded_y": floats(np.round(y)),
        "partial_xy": float(-inv[0, 1] / math.sqrt(inv[0, 0] * inv[1, 1])),
        "acf": [float(v) for v in acf(x, nlags=6, fft=False)],
        "yule_walker_3": [float(v) for v in phi],
        "p": p, "q": [float(v) for v in multipletests(p, method="fdr_bh")[1]],
    }


def distributions():
    positive = sorted(floats(rng.gamma(2.5, 3.0, size=80)))
    any_values = sorted(floats(rng.normal(5, 2, size=80)))
    fits = {
        "gamma": (stats.gamma, stats.gamma.fit(positive, floc=0), positive),
        "weibull": (stats.weibull_min, stats.weibull_min.fit(positive, floc=0), positive),
        "lognormal": (stats.lognorm, stats.lognorm.fit(positive, floc=0), positive),
        "exponential": (stats.expon, (0, float(np.mean(positive))), positive),
        "normal": (stats.norm, stats.norm.fit(any_values), any_values),
        "laplace": (stats.laplace, stats.laplace.fit(any_values), any_values),
    }
    described = {
        name: {"log_likelihood": float(np.sum(d.logpdf(v, *p))), "ks": float(stats.kstest(v, d.cdf, args=p).statistic)}
        for name, (d, p, v) in fits.items()
    }
    return {"positive": positive, "any": any_values, "fits": described, "quantiles": [float(v) for v in np.quantile(any_values, [0.01, 0.25, 0.5, 0.95])]}


class LikelihoodCost(ruptures.base.BaseCost):
    """Twice the negative log-likelihood of a normal segment with its own mean and variance; ruptures' own divides by n - 1."""

    model = "likelihood"
    min_size = 2

    def fit(self, signal):
        self.signal = signal
        return self

    def error(self, start, end):
        return (end - start) * math.log(np.var(self.signal[start:end]))


def segments():
    x = floats(np.concatenate([rng.normal(0, 1, 60), rng.normal(4, 1, 50), rng.normal(4, 3, 70), rng.normal(-2, 1, 40)]))
    out = {}
    for penalty in (15.0, 30.0, 60.0):
        out[str(penalty)] = [int(b) for b in ruptures.Pelt(custom_cost=LikelihoodCost(), min_size=5, jump=1).fit_predict(np.array(x), pen=penalty)[:-1]]
    return {"x": x, "starts": out}


def profiles():
    x = floats(np.sin(np.arange(160) / 5) + rng.normal(size=160) * 0.2)
    mp = stumpy.stump(np.array(x), 16)
    return {"x": x, "width": 16, "distances": [float(v) for v in mp[:, 0]]}


def groups():
    """Of a generator of its own, so that the values of the others stay."""
    own = np.random.default_rng(20261122)
    out = []
    for shift, scale, n, m, digits in ((0.0, 1.0, 30, 41, 6), (0.8, 3.0, 12, 55, 6), (1.0, 1.0, 25, 25, 0)):
        a = [round(float(v), digits) for v in own.normal(10, 1, n)]
        b = [round(float(v), digits) for v in own.normal(10 + shift, scale, m)]
        welch = stats.ttest_ind(a, b, equal_var=False)
        interval = welch.confidence_interval(0.95)
        u = stats.mannwhitneyu(a, b, method="asymptotic", use_continuity=True)
        out.append({
            "a": a, "b": b, "welch_p": float(welch.pvalue), "low": float(interval.low), "high": float(interval.high),
            "u": float(u.statistic), "u_p": float(u.pvalue), "anova_p": float(stats.f_oneway(a, b).pvalue),
        })
    return out


def clusters():
    """Groups by average linkage of points in a plane."""
    own = np.random.default_rng(7)
    points = np.concatenate([own.normal(c, 0.08, (6, 2)) for c in ((0, 0), (1, 0), (0, 1))])
    distances = distance.squareform(distance.pdist(points))
    labels = hierarchy.fcluster(hierarchy.linkage(distance.squareform(distances), "average"), 0.5, "distance")
    return {"distances": [[round(float(v), 9) for v in row] for row in distances], "labels": [int(v) for v in labels]}


def holiday_dates():
    names = {"Martin Luther King Jr. Day": "Martin Luther King Day", "Memorial Day": "Memorial Day", "Labor Day": "Labor Day", "Thanksgiving Day": "Thanksgiving"}
    years = range(2015, 2036)
    found = [[day.isoformat(), names[name]] for day, name in holidays.US(years=years).items() if name in names]
    return sorted(found + [[day.isoformat(), "Good Friday"] for day, name in holidays.GB(years=years, subdiv="ENG").items() if name == "Good Friday"])


json.dump(
    {
        "special": special_functions(), "trends": trends(), "stationarity": stationarity(), "correlations": correlations(),
        "distributions": distributions(), "segments": segments(), "profiles": profiles(),
        "groups": groups(), "clusters": clusters(), "holidays": holiday_dates(),
    },
    sys.stdout,
)
